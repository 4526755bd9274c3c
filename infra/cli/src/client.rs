//! API client with a key. Repeats requests after errors that may pass.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::http::{Method, Request, Response};

use crate::args::Connection;
use crate::failure::Failure;
use crate::key;

/// Timeout of a request to the API.
const API_TIMEOUT: Duration = Duration::from_secs(60);
/// Timeout of a file or part that is sent: the lifetime of its URL.
const SEND_TIMEOUT: Duration = Duration::from_secs(15 * 60);
/// Time after which a download ends if nothing arrives. A whole download has no limit, because lines can be slow.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);
/// Attempts of a request: about 30 seconds in all.
const ATTEMPTS: u32 = 8;
/// Attempts of the first request, so that a wrong URL is noticed soon.
const FIRST_ATTEMPTS: u32 = 3;
/// Pause after the first failed attempt. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// Longest pause, also if the server asks for a longer one.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Largest response that is read.
const ANSWER_MAX_BYTES: u64 = 4 * 1024 * 1024;
/// Largest error of the file store that is read.
const ERROR_MAX_BYTES: u64 = 4096;

/// The client.
pub(crate) struct Client {
    api: ureq::Agent,
    uploads: ureq::Agent,
    downloads: ureq::Agent,
    server: String,
    key: String,
}

/// Response to a file or part.
pub(crate) struct Stored {
    pub(crate) status: u16,
    /// `ETag` header.
    pub(crate) etag: String,
    /// Code of an error, such as `RequestTimeout`. Empty if there is none.
    pub(crate) error: String,
}

enum Outcome {
    Done(Value),
    /// May succeed later: the reason, and the pause that the server asks for.
    Passing(String, Option<Duration>),
}

/// Body of a request to the API.
#[derive(Clone, Copy)]
enum Body<'a> {
    None,
    Json(&'a Value),
    Bytes(&'a [u8]),
}

impl Client {
    /// Reads the key. Sends nothing.
    pub(crate) fn connect(connection: &Connection) -> Result<Self, Failure> {
        let (server, key) = (key::server(&connection.server)?, key::read(connection.key_file.as_deref())?);
        Ok(Self::new(server, key, SILENCE_TIMEOUT))
    }

    /// `silence` is the time after which a download ends if nothing arrives.
    pub(crate) fn new(server: String, key: String, silence: Duration) -> Self {
        let config = || ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let agent = |timeout| config().timeout_global(Some(timeout)).build().into();
        let downloads = config().timeout_connect(Some(silence)).timeout_recv_response(Some(silence));
        let downloads = downloads.timeout_per_read(Some(silence)).build().into();
        Self { api: agent(API_TIMEOUT), uploads: agent(SEND_TIMEOUT), downloads, server, key }
    }

    /// Sends the first request, which fails soon if nothing answers.
    pub(crate) fn first<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        match self.repeated(&Method::GET, path, Body::None, FIRST_ATTEMPTS) {
            Err(Failure::Refused { status: 404, .. }) => {
                Err(Failure::Usage(format!("{} is not a Note Ninja server. Check its URL.", self.server)))
            }
            answer => decoded(answer?),
        }
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        decoded(self.repeated(&Method::GET, path, Body::None, ATTEMPTS)?)
    }

    /// Returns `None` for 404.
    pub(crate) fn find<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, Failure> {
        match self.get(path) {
            Err(Failure::Refused { status: 404, .. }) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Sends a body, or none if it is `null`.
    pub(crate) fn send<T: DeserializeOwned>(&self, method: &Method, path: &str, body: &Value) -> Result<T, Failure> {
        let body = if body.is_null() { Body::None } else { Body::Json(body) };
        decoded(self.repeated(method, path, body, ATTEMPTS)?)
    }

    /// Sends a small file in a request of the API.
    pub(crate) fn put_bytes(&self, path: &str, bytes: &[u8]) -> Result<Value, Failure> {
        self.repeated(&Method::PUT, path, Body::Bytes(bytes), ATTEMPTS)
    }

    fn repeated(&self, method: &Method, path: &str, body: Body<'_>, attempts: u32) -> Result<Value, Failure> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            match self.attempt(method, path, body)? {
                Outcome::Done(value) => return Ok(value),
                Outcome::Passing(reason, _) if attempt >= attempts => return Err(Failure::Unreachable(reason)),
                Outcome::Passing(_, retry_after) => {
                    thread::sleep(retry_after.unwrap_or(pause).min(LONGEST_PAUSE));
                    pause *= 2;
                }
            }
        }
        Err(Failure::Unreachable(format!("{} does not answer.", self.server)))
    }

    fn attempt(&self, method: &Method, path: &str, body: Body<'_>) -> Result<Outcome, Failure> {
        let request = Request::builder().method(method).uri(format!("{}/api{path}", self.server));
        let request = if is_public(method, path) {
            request
        } else {
            request.header("authorization", format!("Bearer {}", self.key))
        };
        let bad = |error: ureq::http::Error| Failure::Usage(format!("'{}' is not a URL: {error}", self.server));
        let answer = match body {
            Body::Json(body) => {
                self.api.run(request.header("content-type", "application/json").body(body.to_string()).map_err(bad)?)
            }
            Body::Bytes(bytes) => {
                self.api.run(request.header("content-type", "application/octet-stream").body(bytes).map_err(bad)?)
            }
            Body::None => self.api.run(request.body(()).map_err(bad)?),
        };
        let mut answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let reason = format!("{} does not answer: {error}. Run the same command again later.", self.server);
                return Ok(Outcome::Passing(reason, None));
            }
        };
        let status = answer.status().as_u16();
        let retry_after = retry_after_of(&answer);
        let mut text = String::new();
        let read = answer.body_mut().as_reader().take(ANSWER_MAX_BYTES).read_to_string(&mut text);
        if let Err(error) = read {
            return Ok(Outcome::Passing(format!("The connection to {} was interrupted: {error}.", self.server), None));
        }
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        match status {
            200..300 => Ok(Outcome::Done(value)),
            429 | 500.. => Ok(Outcome::Passing(detail(status, &value), retry_after)),
            401 | 403 => Err(Failure::Key(detail(status, &value))),
            _ => Err(Failure::Refused {
                status,
                code: value["code"].as_str().unwrap_or_default().to_owned(),
                detail: detail(status, &value),
            }),
        }
    }

    /// Fetches a stored file from this position by its signed URL, or by a path of the server that may redirect once.
    /// Sends no key. Calls `write` with the position and the bytes of each piece; a store that ignores the position
    /// begins at 0. The error is a reason that may pass.
    pub(crate) fn fetch(&self, url: &str, start: u64, write: &mut WritePiece<'_>) -> Result<u16, Failure> {
        let absolute = |url: &str| if url.starts_with('/') { format!("{}{url}", self.server) } else { url.to_owned() };
        let passing = |error: String| Failure::Unreachable(format!("The file store does not answer: {error}"));
        let send = |url: String| {
            let request = self.downloads.get(url);
            let request = if start > 0 { request.header("range", format!("bytes={start}-")) } else { request };
            request.call().map_err(|error| passing(error.to_string()))
        };
        let mut answer = send(absolute(url))?;
        if matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
            let target = answer.headers().get("location").and_then(|target| target.to_str().ok());
            let target = absolute(target.unwrap_or_default());
            answer = send(target)?;
        }
        let status = answer.status().as_u16();
        let mut position = match status {
            200 => 0,
            206 if starts_at(&answer, start) => start,
            206 => return Err(passing("it sent another part of the file than asked for".to_owned())),
            _ => return Ok(status),
        };
        let mut reader = answer.body_mut().as_reader();
        let mut buffer = vec![0; 256 * 1024];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(status),
                Ok(read) => {
                    write(position, &buffer[..read])?;
                    position += read as u64;
                }
                Err(error) => return Err(passing(error.to_string())),
            }
        }
    }

    /// Fetches a small file of at most `max_bytes`, several times if necessary. Returns `None` if it does not exist.
    pub(crate) fn fetch_small(&self, url: &str, max_bytes: u64) -> Result<Option<Vec<u8>>, Failure> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            let mut bytes = Vec::new();
            let fetched = self.fetch(url, 0, &mut |_, piece| {
                if (bytes.len() + piece.len()) as u64 > max_bytes {
                    return Err(Failure::NotSent(format!("A file of the server is larger than {max_bytes} bytes.")));
                }
                bytes.extend_from_slice(piece);
                Ok(())
            });
            let reason = match fetched {
                Ok(200) => return Ok(Some(bytes)),
                Ok(403 | 404) => return Ok(None),
                Ok(status) => Failure::Unreachable(format!("The file store answered {status}.")),
                Err(failure @ Failure::Unreachable(_)) => failure,
                Err(failure) => return Err(failure),
            };
            if attempt == ATTEMPTS {
                return Err(reason);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        Ok(None)
    }

    /// Sends a file or part to its signed URL. The error is a reason that may pass.
    pub(crate) fn put(
        &self,
        url: &str,
        headers: &BTreeMap<String, String>,
        body: &FileBody<'_>,
    ) -> Result<Stored, String> {
        let mut request = self.uploads.put(url);
        for (name, value) in headers {
            // Set from the body.
            if !name.eq_ignore_ascii_case("content-length") && !name.eq_ignore_ascii_case("host") {
                request = request.header(name, value);
            }
        }
        let answer = match body {
            FileBody::Bytes(bytes) => request.send(*bytes),
            FileBody::File(file) => request.send(*file),
        };
        let mut answer: Response<ureq::Body> = answer.map_err(|error| error.to_string())?;
        let etag = answer.headers().get("etag").and_then(|etag| etag.to_str().ok()).unwrap_or_default().to_owned();
        let status = answer.status().as_u16();
        let mut text = String::new();
        if status >= 400 {
            // Without the code of the error, its status decides.
            let _ = answer.body_mut().as_reader().take(ERROR_MAX_BYTES).read_to_string(&mut text);
        }
        let error = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>")).map(|(code, _)| code);
        Ok(Stored { status, etag, error: error.unwrap_or_default().to_owned() })
    }
}

/// Returns true for public routes, which do not accept keys.
fn is_public(method: &Method, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let is_listed = matches!(parts[..], ["courses" | "shelves" | "albums" | "audio", _] | ["audio", _, "waveform"]);
    *method == Method::GET && is_listed
}

/// Content of a request that stores a file or part.
pub(crate) enum FileBody<'a> {
    Bytes(&'a [u8]),
    File(&'a std::fs::File),
}

/// Receives the position and the bytes of each piece of a download.
pub(crate) type WritePiece<'a> = dyn FnMut(u64, &[u8]) -> Result<(), Failure> + 'a;

/// Returns true if the body of a partial answer begins at this position of the file.
fn starts_at<T>(answer: &Response<T>, start: u64) -> bool {
    let range = answer.headers().get("content-range").and_then(|range| range.to_str().ok()).unwrap_or_default();
    let first = range.strip_prefix("bytes ").and_then(|range| range.split_once('-')).map(|(first, _)| first);
    first.and_then(|first| first.parse().ok()) == Some(start)
}

fn decoded<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(|error| {
        Failure::Unreachable(format!("The server did not answer like a Note Ninja server ({error}). Check its URL."))
    })
}

fn retry_after_of<T>(answer: &Response<T>) -> Option<Duration> {
    let secs = answer.headers().get("retry-after")?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(secs))
}

/// Returns the message of a problem, with the fields that it names.
fn detail(status: u16, problem: &Value) -> String {
    let fields = problem["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
    let of_fields: Vec<&str> = fields.iter().filter_map(|field| field["message"].as_str()).collect();
    match problem["detail"].as_str() {
        _ if !of_fields.is_empty() => of_fields.join(" "),
        Some(detail) => detail.to_owned(),
        None => format!("The server answered {status}."),
    }
}
