//! The client's IP address, used for rate limits only.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::HeaderMap;
use http::request::Parts;

/// IP address of the client. The server in front adds it as a request extension; headers that the client can set are
/// never trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the client address from `x-forwarded-for`. Each proxy appends the address that called it, so with
    /// `proxies` trusted proxies the client is that many entries from the end. Earlier entries come from the client and
    /// are ignored.
    #[must_use]
    pub fn from_forwarded_for(headers: &HeaderMap, proxies: usize) -> Option<Self> {
        let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
        let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        let client = hops.len().checked_sub(proxies.max(1)).and_then(|place| hops.get(place))?;
        client.parse().ok().map(ClientAddress)
    }
}

/// Network of the client as a provider assigns it to one customer: an IPv4 address, or the first 48 bits of an IPv6
/// address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientSite(IpAddr);

impl ClientAddress {
    /// Returns the network for limits that a customer with many networks of 64 bits must not evade.
    #[must_use]
    pub fn site(self) -> ClientSite {
        ClientSite(self.0.to_canonical())
    }
}

impl fmt::Display for ClientSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                write!(f, "{a:x}:{b:x}:{c:x}::/48")
            }
        }
    }
}

/// Formats the key of a rate limit: an IPv4 address, or the network of an IPv6 address, because one client controls the
/// whole network.
impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.to_canonical() {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                write!(f, "{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let connected =
            || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| ClientAddress(peer.ip()));
        let address = parts.extensions.get::<ClientAddress>().copied().or_else(connected);
        // Without an address, all clients share one count, so that the limits still apply.
        Ok(address.unwrap_or(ClientAddress(IpAddr::from([0, 0, 0, 0]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h11_forwarded_addresses_written_by_the_client_are_ignored() {
        let check = |line: &str, proxies: usize, expected: Option<&str>| {
            let headers =
                HeaderMap::from_iter([(http::HeaderName::from_static("x-forwarded-for"), line.parse().unwrap())]);
            let found = ClientAddress::from_forwarded_for(&headers, proxies).map(|client| client.0.to_string());
            assert_eq!(found.as_deref(), expected, "{line} behind {proxies}");
        };
        check("203.0.113.9", 1, Some("203.0.113.9"));
        check("10.0.0.1, 203.0.113.9", 1, Some("203.0.113.9"));
        check("10.0.0.1, 203.0.113.9, 64.252.1.1", 2, Some("203.0.113.9"));
        check("64.252.1.1", 2, None);
        check("nonsense", 1, None);
    }

    #[test]
    fn ipv6_addresses_of_the_same_network_count_as_one_client() {
        let shown = |text: &str| ClientAddress(text.parse().unwrap()).to_string();
        assert_eq!(shown("2001:db8:1:2:aaaa::1"), shown("2001:db8:1:2:bbbb::2"));
        assert_ne!(shown("2001:db8:1:2::1"), shown("2001:db8:1:3::1"));
        assert_eq!(shown("::ffff:203.0.113.9"), "203.0.113.9");
    }

    #[test]
    fn s7_copyright_3_all_ipv6_networks_of_a_customer_are_one_site() {
        let site = |text: &str| ClientAddress(text.parse().unwrap()).site().to_string();
        assert_eq!(site("2001:db8:1:2::1"), site("2001:db8:1:3::1"));
        assert_ne!(site("2001:db8:1:2::1"), site("2001:db8:2:2::1"));
        assert_eq!(site("::ffff:203.0.113.9"), "203.0.113.9");
        assert_ne!(site("203.0.113.9"), site("203.0.113.10"));
    }
}
