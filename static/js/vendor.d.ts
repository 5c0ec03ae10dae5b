// The types of the scripts that pages load from static/vendor with a tag of their own.

declare global {
  var Sortable: typeof import("sortablejs") | undefined;
  var Idiomorph: typeof import("idiomorph").Idiomorph | undefined;
}

export {};
