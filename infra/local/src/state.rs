//! Persistent state of the local server, and safe writing of small files.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::LocalError;

/// Version of the local data. Increase it with each incompatible change of the stored data. The server then requires a
/// start with `--reset`.
pub(crate) const DATA_VERSION: u32 = 1;

/// Ids and keys created on the first start, stored in `state.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct State {
    /// [`DATA_VERSION`] when the data was created.
    pub(crate) data_version: u32,
    /// Id of the user pool in cognitox.
    pub(crate) user_pool_id: String,
    /// Id of the app client for user sessions.
    pub(crate) user_pool_client_id: String,
    /// Secret of that client.
    pub(crate) user_pool_client_secret: String,
    /// Id and secret of the app client for account operations.
    pub(crate) user_pool_accounts_client_id: String,
    pub(crate) user_pool_accounts_client_secret: String,
    /// Key that encrypts cursors: 32 bytes in base64.
    pub(crate) cursor_key: String,
    /// The key pair that signs requests to the file store.
    pub(crate) access_key: String,
    pub(crate) secret_key: String,
    /// True once the sample content is complete.
    pub(crate) sample_done: bool,
}

/// The part of the state that every version has.
#[derive(Deserialize)]
struct CreatedBy {
    #[serde(default)]
    data_version: u32,
}

impl State {
    /// Reads the state, or returns `None` before the first start. Fails if another version created the data.
    pub(crate) fn read(layout: &DataPaths) -> Result<Option<Self>, LocalError> {
        let path = layout.state();
        match read_json(&path)? {
            None => Ok(None),
            Some(CreatedBy { data_version: DATA_VERSION }) => read_json(&path),
            Some(_) => Err(LocalError::Setup(format!(
                "The data in {} was created by another version of the local server; start again with --reset.",
                layout.root.display()
            ))),
        }
    }

    /// Decodes the cursor key.
    pub(crate) fn cursor_key(&self) -> Result<[u8; 32], LocalError> {
        STANDARD
            .decode(&self.cursor_key)
            .ok()
            .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok())
            .ok_or_else(|| LocalError::Setup("state.json holds a damaged cursor key; start again with --reset.".into()))
    }
}

/// Paths of the folders and files of one local server.
#[derive(Debug, Clone)]
pub(crate) struct DataPaths {
    pub(crate) root: PathBuf,
}

impl DataPaths {
    pub(crate) fn state(&self) -> PathBuf {
        self.root.join("state.json")
    }
    pub(crate) fn table(&self) -> PathBuf {
        self.root.join("table.sqlite")
    }
    pub(crate) fn users(&self) -> PathBuf {
        self.root.join("users.json")
    }
    pub(crate) fn cognito_extensions(&self) -> PathBuf {
        self.root.join("users-own.json")
    }
    pub(crate) fn signing_key(&self) -> PathBuf {
        self.root.join("signing-key.pem")
    }
    pub(crate) fn files(&self) -> PathBuf {
        self.root.join("files")
    }
    pub(crate) fn events(&self) -> PathBuf {
        self.root.join("events")
    }
    /// Returns the path of the file with the position of this function in the stream.
    pub(crate) fn stream(&self, function: &str) -> PathBuf {
        self.root.join(format!("stream-{function}.json"))
    }
    pub(crate) fn captured_mails(&self) -> PathBuf {
        self.root.join("outbox.jsonl")
    }
    pub(crate) fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }
}

/// Reads a JSON file, or returns `None` if it does not exist.
pub(crate) fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Option<T>, LocalError> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(LocalError::file("read", path, &e)),
    };
    serde_json::from_slice(&text)
        .map(Some)
        .map_err(|e| LocalError::Setup(format!("{} is damaged ({e}); start again with --reset.", path.display())))
}

/// Writes a JSON file atomically: after a crash the file has either the old or the new content.
pub(crate) fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), LocalError> {
    let text = serde_json::to_vec_pretty(value).map_err(|e| LocalError::Setup(e.to_string()))?;
    write_atomically(path, &text).map_err(|e| LocalError::file("write", path, &e))
}

/// Replaces a file atomically.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = path.with_extension("part");
    let mut file = fs::File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&part, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_another_version_is_refused_with_the_advice_to_reset_the_data() {
        let folder = tempfile::tempdir().unwrap();
        let layout = DataPaths { root: folder.path().to_owned() };
        assert!(State::read(&layout).unwrap().is_none());
        let state = State {
            data_version: DATA_VERSION,
            user_pool_id: "pool".into(),
            user_pool_client_id: "client".into(),
            user_pool_client_secret: "secret".into(),
            user_pool_accounts_client_id: "accounts".into(),
            user_pool_accounts_client_secret: "secret".into(),
            cursor_key: String::new(),
            access_key: String::new(),
            secret_key: String::new(),
            sample_done: true,
        };
        write_json(&layout.state(), &state).unwrap();
        assert!(State::read(&layout).unwrap().is_some_and(|read| read.sample_done));

        write_json(&layout.state(), &State { data_version: DATA_VERSION + 1, ..state }).unwrap();
        let newer = State::read(&layout).unwrap_err().to_string();
        fs::write(layout.state(), r#"{ "user_pool_id": "pool" }"#).unwrap();
        let older = State::read(&layout).unwrap_err().to_string();
        for message in [newer, older] {
            assert!(message.contains("another version") && message.contains("--reset"), "{message}");
        }
    }
}
