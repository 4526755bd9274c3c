//! Authentication: access tokens, the session cookie, credentials and the guard in front of every route.

pub(crate) mod browser;
pub(crate) mod caller;
pub(crate) mod cookie;
pub(crate) mod credentials;
pub(crate) mod guard;
pub(crate) mod guesses;
pub(crate) mod password;
mod signature;
pub(crate) mod token;
pub(crate) mod tried;
