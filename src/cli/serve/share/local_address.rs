//! Address of this machine in the local network. Addresses of the internet are refused: the links are not encrypted.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Returns the address to listen on: the wanted one, or the one by which this machine reaches other networks.
///
/// # Errors
/// A sentence for the user if there is no such address, or it is not one of a local network.
pub(super) fn find(wanted: Option<IpAddr>) -> Result<IpAddr, String> {
    let address = match wanted {
        Some(address) => address,
        None => of_default_route().ok_or("this machine is in no network that can be found: give its address with --address IP")?,
    };
    if address.is_unspecified() {
        return Err(format!("`{address}` means every network of this machine: give the address of one with --address IP"));
    }
    if !is_local(address) {
        return Err(format!(
            "`{address}` is an address of the internet, and the links are not encrypted: give an address of a local network with \
             --address IP"
        ));
    }
    Ok(address)
}

/// Returns the address of the network that this machine uses by default. Nothing is sent: connecting a datagram socket only looks up the
/// route. The destination is an address for documentation, which no machine has.
fn of_default_route() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_unspecified())
}

/// True for an address that is reached only from this machine or from a local network.
fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            // Networks of virtual machines and of mesh networks have shared addresses.
            let is_shared = matches!(address.octets(), [100, 64..=127, ..]);
            address.is_private() || address.is_loopback() || address.is_link_local() || is_shared
        }
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::find;

    #[test]
    fn only_addresses_of_local_networks_are_listened_on() {
        let is_allowed = |address: &str| find(Some(address.parse().unwrap())).is_ok();
        for address in ["127.0.0.1", "192.168.1.20", "10.0.0.7", "172.20.3.4", "169.254.9.9", "100.101.2.3", "::1", "fd00::1", "fe80::1"] {
            assert!(is_allowed(address), "{address}");
        }
        for address in ["0.0.0.0", "::", "198.51.100.7", "172.32.0.1", "100.128.0.1", "2001:db8::1"] {
            assert!(!is_allowed(address), "{address}");
        }
    }
}
