//! A fake of SES and of the user pool.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use bytes::Bytes;
use serde_json::{Value, json};
use store::{Endpoints, Settings, Store};
use tokio::net::TcpListener;

/// Mails that were sent, and addresses to which SES sends none.
#[derive(Clone, Default)]
pub(super) struct MailService(Arc<Mutex<Mails>>);

#[derive(Default)]
struct Mails {
    sent: Vec<(String, String)>,
    errors: HashMap<String, &'static str>,
}

impl MailService {
    /// Starts the service. Returns a store that uses it. The address of a user is `{id}@users.test`.
    pub(super) async fn start(store: &Store) -> (Store, Self) {
        let service = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Some(format!("http://{}", listener.local_addr().unwrap()));
        let router = Router::new()
            .route("/v2/email/outbound-emails", post(send))
            .route("/", post(find_user))
            .with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let endpoints = Endpoints { ses: address.clone(), cognito: address, ..store.settings().endpoints.clone() };
        let mail_from = Some("notes@noteninja.test".into());
        (Store::connect(&Settings { endpoints, mail_from, ..store.settings().clone() }), service)
    }

    /// Lets SES answer mails to this address with an error, or send them again.
    pub(super) fn answer(&self, to: &str, error: Option<&'static str>) {
        let errors = &mut self.0.lock().unwrap().errors;
        match error {
            Some(error) => errors.insert(to.to_owned(), error),
            None => errors.remove(to),
        };
    }

    /// Returns the texts of the mails to an address.
    pub(super) fn sent_to(&self, to: &str) -> Vec<String> {
        let mails = self.0.lock().unwrap();
        mails.sent.iter().filter(|(other, _)| other == to).map(|(_, text)| text.clone()).collect()
    }
}

async fn send(State(service): State<MailService>, Json(request): Json<Value>) -> Response {
    let to = request["Destination"]["ToAddresses"][0].as_str().unwrap();
    let text = request["Content"]["Simple"]["Body"]["Text"]["Data"].as_str().unwrap();
    let mut mails = service.0.lock().unwrap();
    if let Some(error) = mails.errors.get(to) {
        let (kind, message) = error.split_once(": ").unwrap_or((error, "not sent"));
        let answer = Json(json!({ "message": message }));
        return (StatusCode::BAD_REQUEST, [("x-amzn-errortype", kind)], answer).into_response();
    }
    mails.sent.push((to.to_owned(), text.to_owned()));
    Json(json!({ "MessageId": "1" })).into_response()
}

/// The operation `AdminGetUser` of the user pool.
async fn find_user(body: Bytes) -> Json<Value> {
    let request: Value = serde_json::from_slice(&body).unwrap();
    let id = request["Username"].as_str().unwrap();
    let attributes = [("sub", id.to_owned()), ("email", format!("{id}@users.test"))];
    let attributes: Vec<Value> = attributes.map(|(name, value)| json!({ "Name": name, "Value": value })).into();
    Json(json!({ "Username": id, "UserAttributes": attributes, "UserStatus": "CONFIRMED", "Enabled": true }))
}
