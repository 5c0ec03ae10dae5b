"""From where this server can be reached: this computer alone, its network, or by its name."""

import ipaddress
import socket

#: An address of documentation: connecting a UDP socket to it sends nothing, but finds our address in the network.
ELSEWHERE = ("192.0.2.1", 9)
#: Seconds for connecting to our own address.
PATIENCE = 0.3


def is_loopback(address: str | None) -> bool:
    """Whether a visitor's address is this computer's own; False for what is no address."""
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


def is_this_computer(host: str) -> bool:
    """Whether a Host header names an address that means another computer on another computer."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return name.lower() == "localhost" or is_loopback(name.strip("[]"))


def network_host(host: str) -> str:
    """The host and port at which others in the network reach this server; empty if it does not listen there."""
    port = host.rpartition(":")[2]
    port = port if port.isdecimal() else "80"
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            own = str(probe.getsockname()[0])
        if ipaddress.ip_address(own).is_loopback:
            return ""
        socket.create_connection((own, int(port)), PATIENCE).close()
    except (OSError, OverflowError):
        return ""
    return f"{own}:{port}"
