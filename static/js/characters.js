// The list of characters: menus, local times.

import "./local_times.js";
import "./menus.js";
