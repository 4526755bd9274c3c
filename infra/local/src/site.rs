//! The origin of the app, which simulates CloudFront: `/api`, `/catalogue`, `/pictures`, the web app and the same
//! headers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path as UrlPath, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::routing::get;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use s3s::dto::GetObjectOutput;
use store::keys::object;
use store::{Store, objects};
use tower::ServiceExt as _;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::services::{ServeDir, ServeFile};

use crate::crawlers;
use crate::files::Files;
use crate::headers::add_missing;
use crate::mail_capture::CapturedMail;
use crate::{maintenance, ranges};

/// Cache header of files that never change, because their name contains a hash of their content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Path of the service worker. It must not be cached, so that the next version can replace a broken one.
const WORKER: &str = "/sw.js";

/// Maximum length of a file name in bytes, with room for the `.br` extension of its compressed form.
const FILE_NAME_MAX_BYTES: usize = 250;

/// Dependencies of the app's origin.
pub(crate) struct Site {
    /// The origin that browsers use and the API accepts, such as `http://localhost:4000`.
    pub(crate) app_origin: String,
    pub(crate) port: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) files: Files,
    pub(crate) outbox: CapturedMail,
    pub(crate) store: Store,
    pub(crate) api: Router,
    /// Folder of the built web app.
    pub(crate) web_dist: Option<PathBuf>,
}

#[derive(Clone)]
struct Rules {
    app_origin: Arc<str>,
    hosts: Arc<[String]>,
    headers: HeaderMap,
}

impl Site {
    pub(crate) fn router(self) -> Router {
        let rules = Rules {
            app_origin: self.app_origin.into(),
            hosts: ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{}", self.port)).into(),
            headers: self.headers,
        };
        // Not for /api: compressing a response that mixes secrets with request data can leak the secrets (BREACH).
        let compression = CompressionLayer::new().quality(CompressionLevel::Fastest);
        let pages = Router::new()
            .route("/catalogue/{file}", get(catalogue))
            .route("/pictures/{file}", get(picture))
            .with_state(self.files)
            .fallback_service(axum::routing::any(web).with_state(self.web_dist.map(Arc::from)))
            .layer(compression)
            .layer(from_fn(ranges::drop_invalid_range));
        let pages = pages.merge(self.outbox.routes()).merge(maintenance::routes(self.store));
        let api = self.api;
        // Routed by hand, because a nested route would add its own path parameters to those of the API.
        let either = async move |request: Request| {
            let request = crawlers::route(request);
            let path = request.uri().path();
            let is_api = path == "/api" || path.starts_with("/api/");
            if is_api { api.clone().oneshot(request).await } else { pages.clone().oneshot(request).await }
        };
        Router::new().fallback(either).layer(from_fn_with_state(rules, guard))
    }
}

/// Rejects other host names, which protects against DNS rebinding. Redirects from the IP address to the host name that
/// the API accepts, and adds the security headers.
async fn guard(State(rules): State<Rules>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if !rules.hosts.iter().any(|known| known == host) {
        let text = format!("This is a local development server. Open {}.", rules.app_origin);
        return (StatusCode::MISDIRECTED_REQUEST, text).into_response();
    }
    let is_page = request.method() == Method::GET
        && request.headers().get(ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|a| a.contains("text/html"));
    let mut answer = if is_page && !rules.app_origin.ends_with(host) {
        let path = request.uri().path_and_query().map_or("/", |p| p.as_str());
        Redirect::temporary(&format!("{}{path}", rules.app_origin)).into_response()
    } else {
        next.run(request).await
    };
    add_missing(answer.headers_mut(), &rules.headers);
    answer
}

async fn catalogue(State(files): State<Files>, UrlPath(file): UrlPath<String>, asked: HeaderMap) -> Response {
    let Some(object) = files.site_object(&format!("catalogue/{file}")).await else {
        return (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], "There is no such file.").into_response();
    };
    let fresh = if file == "manifest.json" { "no-cache" } else { IMMUTABLE };
    let fresh = object.cache_control.clone().unwrap_or_else(|| fresh.to_owned());
    let content_type = object.content_type.clone().unwrap_or_else(|| "application/octet-stream".to_owned());
    served(object, &fresh, &content_type, &asked)
}

/// Serves a public image. As in the cloud, a missing image returns 403, so that names cannot be probed.
async fn picture(State(files): State<Files>, UrlPath(file): UrlPath<String>, asked: HeaderMap) -> Response {
    let known = object::parse_public_file_name(&file);
    let found = match &known {
        Some((key, content_type)) => files.public_picture(key.as_str()).await.map(|object| (object, content_type)),
        None => None,
    };
    let Some((object, content_type)) = found else {
        return (StatusCode::FORBIDDEN, [(CACHE_CONTROL, "no-store")], "There is no such picture.").into_response();
    };
    let fresh = object.cache_control.clone().unwrap_or_else(|| objects::PUBLIC_CACHE.to_owned());
    served(object, &fresh, content_type, &asked)
}

/// Serves an object, or 304 if the client's ETag is current.
fn served(object: GetObjectOutput, fresh: &str, content_type: &str, asked: &HeaderMap) -> Response {
    let tag = object.e_tag.as_ref().map(|tag| format!("\"{}\"", tag.value())).unwrap_or_default();
    let mut headers = HeaderMap::new();
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(ETAG, &tag);
    set(CACHE_CONTROL, fresh);
    let known = asked.get(IF_NONE_MATCH).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if known.split(',').any(|part| part.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    set(CONTENT_TYPE, content_type);
    if let Some(encoding) = &object.content_encoding {
        set(CONTENT_ENCODING, encoding);
    }
    if let Some(length) = object.content_length {
        set(CONTENT_LENGTH, &length.to_string());
    }
    let body = object.body.map_or_else(Body::empty, Body::from_stream);
    (headers, body).into_response()
}

/// Returns true if a file system accepts the names in this path. Other names would cause errors of the file system.
fn can_be_a_file(path: &str) -> bool {
    path.len() <= FILE_NAME_MAX_BYTES * 4
        && path.split('/').all(|name| name.len() <= FILE_NAME_MAX_BYTES)
        && !path.contains("%00")
}

async fn web(State(dist): State<Option<Arc<Path>>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Some(index) = dist.as_ref().map(|dist| dist.join("index.html")).filter(|index| index.is_file()) else {
        let text =
            "<!doctype html><title>Note Ninja</title><p>The web app is not built. Run <code>cargo xtask dev</code>.";
        return (StatusCode::SERVICE_UNAVAILABLE, Html(text)).into_response();
    };
    let folder = dist.as_deref().unwrap_or(Path::new(""));
    let is_hashed = request.uri().path().starts_with("/assets/");
    let is_worker = request.uri().path() == WORKER;
    let files = ServeDir::new(folder).precompressed_br().precompressed_gzip();
    // A missing asset is an error; any other path is a page of the app.
    let outcome = match (is_hashed, can_be_a_file(request.uri().path())) {
        (true, true) => files.oneshot(request).await,
        (true, false) => return StatusCode::NOT_FOUND.into_response(),
        (false, true) => files.fallback(ServeFile::new(index)).oneshot(request).await,
        (false, false) => ServeFile::new(index).oneshot(request).await,
    };
    let mut answer = match outcome {
        Ok(answer) => answer.map(Body::new),
        Err(never) => match never {},
    };
    let lasting = is_hashed && (answer.status().is_success() || answer.status() == StatusCode::NOT_MODIFIED);
    let value = match (lasting, is_worker) {
        (true, _) => IMMUTABLE,
        (false, true) => "no-store",
        (false, false) => "no-cache",
    };
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(value));
    answer
}
