//! The key of the administrator, and the server that it is sent to.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Start of every key.
const PREFIX: &str = "nnk_";

/// Variable with the key, if no file is named.
const VARIABLE: &str = "NOTE_NINJA_KEY";

/// Reads the key from the file or the environment. Never from an argument, which other users of the computer can see.
pub(crate) fn read(file: Option<&Path>) -> Result<String, Failure> {
    let text = match file {
        Some(file) => fs::read_to_string(file)
            .map_err(|error| Failure::Usage(format!("The key file {} cannot be read: {error}", file.display())))?,
        None => std::env::var(VARIABLE).unwrap_or_default(),
    };
    let key = text.trim();
    if key.is_empty() {
        return Err(Failure::Key(format!(
            "There is no key. Make one in the console under 'Keys', and set {VARIABLE} or use --key-file."
        )));
    }
    if key.contains(char::is_whitespace) {
        return Err(Failure::Key("The key contains a space or a line break. Copy only the key.".into()));
    }
    if !key.starts_with(PREFIX) {
        return Err(Failure::Key(format!("This is not a key. Keys begin with '{PREFIX}'.")));
    }
    Ok(key.to_owned())
}

/// Returns the URL of the server without a slash at the end. Plain HTTP is for this computer only, because the key would
/// cross the network unencrypted.
pub(crate) fn server(url: &str) -> Result<String, Failure> {
    let url = url.trim().trim_end_matches('/');
    let is_local = |rest: &str| {
        let (host, port) = rest.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).unwrap_or((rest, "80"));
        ["localhost", "127.0.0.1", "[::1]"].contains(&host) && port.parse::<u16>().is_ok()
    };
    let is_allowed = url.starts_with("https://") || url.strip_prefix("http://").is_some_and(is_local);
    if is_allowed {
        Ok(url.to_owned())
    } else {
        Err(Failure::Usage(format!("'{url}' is not the URL of a server. It begins with https://.")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_cli_3_the_key_is_sent_over_plain_http_only_to_this_computer() {
        for url in ["https://notes.example.org/", "http://localhost:4000", "http://127.0.0.1:1", "http://[::1]:4000"] {
            assert_eq!(server(url).unwrap(), url.trim_end_matches('/'));
        }
        for url in ["http://notes.example.org", "http://localhost.example.org:4000", "http://localhost@evil", "ftp://a"]
            .into_iter()
            .chain(["http://localhost:x@evil.example", "http://localhost:80@evil.example", "http://localhost/a"])
        {
            assert!(server(url).is_err(), "{url}");
        }
    }
}
