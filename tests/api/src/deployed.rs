//! A stack that was deployed before the tests began, instead of the local cloud: `tests/cloud` names it to us.
//!
//! The journeys are the same. What CloudFront would add to a request is added here, because the emulator that the stack is
//! deployed to has no way from its CloudFront to a gateway.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use store::Settings;

/// Path of the file that says where the stack is.
const VARIABLE: &str = "NOTE_NINJA_DEPLOYED";
/// What the emulator takes for the owner of the account: its own word for it, and no secret.
const OWNER: &str = "test";

/// Where the stack is, and what its functions are told.
pub(crate) struct Deployed(Value);

impl Deployed {
    /// The stack that the environment names.
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

    /// The page's address: what functions take a browser's requests to come from.
    pub(crate) fn page(&self) -> String {
        self.variable("APP_ORIGIN").unwrap()
    }

    /// The secret of an administrator's second factor.
    pub(crate) fn factor_of(&self, email: &str) -> Option<&str> {
        self.0["factors"][email].as_str()
    }

    /// Where the gateway answers.
    pub(crate) fn gateway(&self) -> String {
        self.text("gateway")
    }

    /// Sets this run apart from others on the same stack.
    pub(crate) fn tag(&self) -> String {
        self.text("tag")
    }

    /// The same table, buckets and people as the functions have, in the name of the account's owner.
    pub(crate) fn settings(&self) -> Settings {
        let lookup = |name: &str| match name {
            "AWS_REGION" => Some(self.text("region")),
            "AWS_ENDPOINT_URL" => Some(self.text("endpoint")),
            name => self.variable(name).filter(|value| !value.is_empty()),
        };
        let settings = Settings::from_lookup(lookup).unwrap();
        Settings { static_credentials: Some((OWNER.to_owned(), OWNER.to_owned())), ..settings }
    }

    /// What CloudFront adds: its secret, and the address of whoever calls. Each call of this is somebody else.
    pub(crate) fn front(&self) -> HeaderMap {
        static PEOPLE: AtomicU32 = AtomicU32::new(1);
        let tag = self.tag().parse::<u32>().unwrap() % 256;
        let [_, _, high, low] = PEOPLE.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let forwarded = format!("10.{tag}.{high}.{low}, 192.0.2.1");
        let secret = self.variable("ORIGIN_SECRET").unwrap();
        HeaderMap::from_iter([
            (HeaderName::from_static("x-note-ninja-origin"), HeaderValue::from_str(&secret).unwrap()),
            (HeaderName::from_static("x-forwarded-for"), HeaderValue::from_str(&forwarded).unwrap()),
        ])
    }

    /// A file of the site, through the CloudFront of the emulator, which goes by the name in `host`.
    pub(crate) fn site(&self, client: &reqwest::Client, path: &str) -> reqwest::RequestBuilder {
        let page = self.page();
        client
            .get(format!("{}{path}", self.text("endpoint")))
            .header("host", page.trim_start_matches("https://"))
            .header("x-forwarded-proto", "https")
    }

    /// All mails, in the form in which the local cloud shows them.
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
    json!({ "to": mail["To"][0], "code": code, "at": format!("{:020.6}", mail["Timestamp"].as_f64().unwrap_or_default()) })
}
