//! AWS clients, created once per process.

use std::sync::Arc;
use std::time::Duration;

use aws_config::environment::credentials::EnvironmentVariableCredentialsProvider;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use aws_sdk_s3::config::{RequestChecksumCalculation, ResponseChecksumValidation};
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_runtime_api::client::http::SharedHttpClient;

use crate::settings::Settings;
use model::page::CursorCipher;

/// AWS clients and settings for all functions of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    /// HTTP client shared by all AWS clients.
    pub(crate) http: SharedHttpClient,
    pub(crate) dynamodb: aws_sdk_dynamodb::Client,
    pub(crate) s3: aws_sdk_s3::Client,
    pub(crate) cognito: aws_sdk_cognitoidentityprovider::Client,
    pub(crate) ses: aws_sdk_sesv2::Client,
    pub(crate) settings: Settings,
    pub(crate) cursors: CursorCipher,
}

impl Store {
    /// Creates the clients. Sends nothing yet.
    #[must_use]
    pub fn connect(settings: &Settings) -> Self {
        Self::connect_with(settings, |config| config)
    }

    /// Creates the clients, with a meter that sums the consumed capacity of the table.
    #[cfg(feature = "capacity")]
    #[must_use]
    pub fn connect_metered(settings: &Settings, meter: crate::capacity::Meter) -> Self {
        Self::connect_with(settings, |config| config.interceptor(meter))
    }

    fn connect_with(
        settings: &Settings,
        table: impl FnOnce(aws_sdk_dynamodb::config::Builder) -> aws_sdk_dynamodb::config::Builder,
    ) -> Self {
        // rustls with ring: the smallest binary and the fastest first request that we measured. The same client sends
        // plain HTTP to URLs that begin with `http://`.
        let http =
            aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        let shared = shared_config(settings, http.clone());
        let dynamodb = {
            let mut config = table(aws_sdk_dynamodb::config::Builder::from(&shared));
            config.set_endpoint_url(settings.endpoints.dynamodb.clone());
            aws_sdk_dynamodb::Client::from_conf(config.build())
        };
        let s3 = {
            let mut config = aws_sdk_s3::config::Builder::from(&shared)
                .force_path_style(settings.endpoints.s3.is_some())
                // The SDK must not add a checksum of its own: a presigned request must contain only the one that we
                // sign.
                .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
                .response_checksum_validation(ResponseChecksumValidation::WhenRequired);
            config.set_endpoint_url(settings.endpoints.s3.clone());
            aws_sdk_s3::Client::from_conf(config.build())
        };
        let cognito = {
            let mut config = aws_sdk_cognitoidentityprovider::config::Builder::from(&shared);
            config.set_endpoint_url(settings.endpoints.cognito.clone());
            aws_sdk_cognitoidentityprovider::Client::from_conf(config.build())
        };
        let ses = {
            let mut config = aws_sdk_sesv2::config::Builder::from(&shared);
            config.set_endpoint_url(settings.endpoints.ses.clone());
            aws_sdk_sesv2::Client::from_conf(config.build())
        };
        let cursors = CursorCipher::new(&settings.cursor_key);
        Self { inner: Arc::new(Inner { http, dynamodb, s3, cognito, ses, settings: settings.clone(), cursors }) }
    }

    /// Returns the settings of this store.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    pub(crate) fn http(&self) -> &SharedHttpClient {
        &self.inner.http
    }

    pub(crate) fn dynamodb(&self) -> &aws_sdk_dynamodb::Client {
        &self.inner.dynamodb
    }

    pub(crate) fn s3(&self) -> &aws_sdk_s3::Client {
        &self.inner.s3
    }

    pub(crate) fn cognito(&self) -> &aws_sdk_cognitoidentityprovider::Client {
        &self.inner.cognito
    }

    pub(crate) fn ses(&self) -> &aws_sdk_sesv2::Client {
        &self.inner.ses
    }

    pub(crate) fn table(&self) -> &str {
        &self.inner.settings.table
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Store").field(&self.inner.settings).finish()
    }
}

fn shared_config(settings: &Settings, http: SharedHttpClient) -> SdkConfig {
    // Lambda provides the credentials of the function's role only through environment variables.
    let credentials = match &settings.static_credentials {
        Some((id, secret)) => SharedCredentialsProvider::new(Credentials::new(id, secret, None, None, "settings")),
        None => SharedCredentialsProvider::new(EnvironmentVariableCredentialsProvider::new()),
    };
    SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(settings.region.clone()))
        .http_client(http)
        .credentials_provider(credentials)
        .sleep_impl(aws_sdk_s3::config::SharedAsyncSleep::new(SdkSleep))
        .retry_config(RetryConfig::standard().with_max_attempts(4))
        .timeout_config(
            TimeoutConfig::builder()
                .connect_timeout(Duration::from_secs(2))
                .read_timeout(Duration::from_secs(20))
                .build(),
        )
        .build()
}

#[derive(Debug)]
pub(crate) struct SdkSleep;

impl aws_sdk_s3::config::AsyncSleep for SdkSleep {
    fn sleep(&self, duration: Duration) -> aws_sdk_s3::config::Sleep {
        aws_sdk_s3::config::Sleep::new(tokio::time::sleep(duration))
    }
}
