//! Authentication: access tokens, the session cookie, credentials and the guard in front of every route.

pub(crate) mod browser;
pub(crate) mod cookie;
pub(crate) mod credentials;
pub(crate) mod guard;
mod key;
pub(crate) mod lockout;
pub(crate) mod password;
pub(crate) mod principal;
pub(crate) mod rate_limited_json;
mod signature;
pub(crate) mod token;
