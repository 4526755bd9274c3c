//! App clients of the pool, and the permissions of their tokens.

use cognitox::action::user_pool;
use cognitox::jwt::verify_access_token;
use serde_json::json;

use super::{Call, Users, failed, text};
use crate::LocalError;

/// The two app clients of the pool, as in template.yaml.
#[derive(Clone, Copy)]
pub(crate) enum Client {
    /// User sessions.
    Api,
    /// Pool operations that need a token of the account itself.
    Accounts,
}

impl Users {
    /// Creates an app client. Returns its id and its secret.
    pub(crate) async fn create_client(&self, pool_id: &str, client: Client) -> Result<(String, String), LocalError> {
        let (name, refresh_life, unit) = match client {
            Client::Api => ("api", 30, "days"),
            Client::Accounts => ("accounts", 60, "minutes"),
        };
        let client = user_pool::create_user_pool_client::handler(
            &self.storage,
            json!({
                "UserPoolId": pool_id,
                "ClientName": name,
                "GenerateSecret": true,
                "ExplicitAuthFlows": ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
                "AccessTokenValidity": 15,
                "IdTokenValidity": 15,
                "RefreshTokenValidity": refresh_life,
                "TokenValidityUnits": {"AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": unit},
                "EnableTokenRevocation": true,
                "PreventUserExistenceErrors": "ENABLED",
            }),
        )
        .await
        .map_err(|e| failed("made", &e))?;
        self.save().await?;
        let of_client = |name: &str| text(&client, &["UserPoolClient", name]);
        Ok((of_client("ClientId")?, of_client("ClientSecret")?))
    }
}

impl Call {
    /// Returns true if the call has a valid token of a client other than the accounts client.
    pub(super) fn token_lacks_scope(&self, accounts_client: &str) -> bool {
        let token = self.body["AccessToken"].as_str().and_then(|token| verify_access_token(token).ok());
        token.is_some_and(|token| token.claims.client_id != accounts_client)
    }
}
