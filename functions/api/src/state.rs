//! State shared by all handlers.

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use store::rate_limit::{self, RateLimit};
use store::{Store, Timestamp};

use crate::http::auth::cookie::CookieSecurity;
use crate::http::auth::token::Verifier;
use crate::http::problem::Problem;
use crate::settings::{ApiSettings, RateLimits};

/// Connections and settings. Cheap to clone.
#[derive(Clone)]
pub struct ApiState {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    verifier: Verifier,
    app_origin: String,
    connection: CookieSecurity,
    rate_limits: RateLimits,
    anonymous_requests: bool,
    second_factor_required: bool,
}

impl ApiState {
    /// Creates the clients of the configured services. Sends no request yet.
    #[must_use]
    pub fn new(settings: &ApiSettings) -> Self {
        Self::with_store(settings, Store::connect(&settings.store))
    }

    /// Like [`ApiState::new`], with a store that is already connected.
    #[must_use]
    pub fn with_store(settings: &ApiSettings, store: Store) -> Self {
        let verifier = Verifier::new(store.clone(), &settings.token_issuer, &settings.jwks_url);
        let (app_origin, rate_limits) = (settings.app_origin.clone(), settings.rate_limits);
        let (anonymous_requests, second_factor_required) =
            (settings.anonymous_requests, settings.second_factor_required);
        let connection = CookieSecurity::of_page(&app_origin);
        let inner =
            Inner { store, verifier, app_origin, connection, rate_limits, anonymous_requests, second_factor_required };
        ApiState { inner: Arc::new(inner) }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(crate) fn verifier(&self) -> &Verifier {
        &self.inner.verifier
    }

    pub(crate) fn app_origin(&self) -> &str {
        &self.inner.app_origin
    }

    /// Returns the connection between page and server, which decides the attributes of cookies.
    pub(crate) fn cookie_security(&self) -> CookieSecurity {
        self.inner.connection
    }

    pub(crate) fn rate_limits(&self) -> &RateLimits {
        &self.inner.rate_limits
    }

    pub(crate) fn anonymous_requests(&self) -> bool {
        self.inner.anonymous_requests
    }

    pub(crate) fn second_factor_required(&self) -> bool {
        self.inner.second_factor_required
    }

    /// Counts a request of `who` towards a rate limit. Fails with `too_many_requests` if the limit is reached.
    pub(crate) async fn check_rate_limit(&self, rule: &RateLimit, who: impl ToString) -> Result<(), Problem> {
        Ok(rate_limit::record_hit(self.store(), rule, &who.to_string(), Timestamp::now()).await?)
    }
}

/// All routes, which the batch route calls.
#[derive(Clone)]
pub(crate) struct InnerRouter(pub(crate) Router);

impl FromRef<ApiState> for Store {
    fn from_ref(state: &ApiState) -> Self {
        state.store().clone()
    }
}
