//! A deployed stack instead of a local server, described by a file of `tests/cloud`.
//!
//! The journeys are the same. This module adds what CloudFront would add to a request, because the emulator does not
//! connect its CloudFront with a gateway.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use store::Settings;

/// Environment variable with the path of the file that describes the stack.
const VARIABLE: &str = "NOTE_NINJA_DEPLOYED";
/// Access key of the account owner, as defined by the emulator. It is not secret.
const OWNER: &str = "test";

/// Endpoints of the stack, and the environment of its functions.
pub(crate) struct Deployed(Value);

impl Deployed {
    /// Returns the stack that the environment variable describes, if it is set.
    pub(crate) fn from_env() -> Option<Deployed> {
        let path = std::env::var_os(VARIABLE)?;
        Some(Deployed(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()))
    }

    fn text(&self, name: &str) -> String {
        self.0[name].as_str().unwrap_or_else(|| panic!("the stack has no {name}")).to_owned()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.0["variables"][name].as_str().map(str::to_owned)
    }

    /// Returns the URL of the page, which functions accept as the origin of requests.
    pub(crate) fn page(&self) -> String {
        self.variable("APP_ORIGIN").unwrap()
    }

    /// Returns the secret of an administrator's second factor.
    pub(crate) fn factor_of(&self, email: &str) -> Option<&str> {
        self.0["factors"][email].as_str()
    }

    pub(crate) fn gateway(&self) -> String {
        self.text("gateway")
    }

    /// Returns a tag that separates this run from others on the same stack.
    pub(crate) fn run_id(&self) -> String {
        self.text("tag")
    }

    /// Returns settings for the table, buckets and user pool of the functions, with the owner's credentials.
    pub(crate) fn settings(&self) -> Settings {
        let lookup = |name: &str| match name {
            "AWS_REGION" => Some(self.text("region")),
            "AWS_ENDPOINT_URL" => Some(self.text("endpoint")),
            name => self.variable(name).filter(|value| !value.is_empty()),
        };
        let settings = Settings::from_lookup(lookup).unwrap();
        Settings { static_credentials: Some((OWNER.to_owned(), OWNER.to_owned())), ..settings }
    }

    /// Returns the headers that CloudFront adds: its secret and a client address, which differs for each call.
    pub(crate) fn cloudfront_headers(&self) -> HeaderMap {
        static PEOPLE: AtomicU32 = AtomicU32::new(1);
        let tag = self.run_id().parse::<u32>().unwrap() % 256;
        let [_, _, high, low] = PEOPLE.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let forwarded = format!("10.{tag}.{high}.{low}, 192.0.2.1");
        let secret = self.variable("ORIGIN_SECRET").unwrap();
        HeaderMap::from_iter([
            (HeaderName::from_static("x-note-ninja-origin"), HeaderValue::from_str(&secret).unwrap()),
            (HeaderName::from_static("x-forwarded-for"), HeaderValue::from_str(&forwarded).unwrap()),
        ])
    }

    /// Requests a file of the site through the emulator's CloudFront, which selects the distribution by `host`.
    pub(crate) fn site(&self, client: &reqwest::Client, path: &str) -> reqwest::RequestBuilder {
        let page = self.page();
        client
            .get(format!("{}{path}", self.text("endpoint")))
            .header("host", page.trim_start_matches("https://"))
            .header("x-forwarded-proto", "https")
    }

    /// Returns all mails in the format of the local server.
    pub(crate) async fn mails(&self) -> Vec<Value> {
        let url = format!("{}/_ministack/ses/messages", self.text("endpoint"));
        let all: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        let of_account = all["messages"].as_object().into_iter().flat_map(|accounts| accounts.values());
        of_account.flat_map(|list| list.as_array().cloned().unwrap_or_default()).map(|mail| shown(&mail)).collect()
    }
}

fn shown(mail: &Value) -> Value {
    let text = mail["BodyText"].as_str().unwrap_or_default();
    let code: String = text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let link = text.split_whitespace().find(|word| word.starts_with("http")).unwrap_or_default();
    json!({ "to": mail["To"][0], "code": code, "link": link, "text": text, "subject": mail["Subject"], "at": format!("{:020.6}", mail["Timestamp"].as_f64().unwrap_or_default()) })
}
