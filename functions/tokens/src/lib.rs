//! Removes from the access tokens of web clients the scope for Cognito's own API. Without this scope, a stolen token
//! can call our API until it expires, but cannot change the account's address or second factor.

#![cfg_attr(test, expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test"))]

use serde::Deserialize;
use serde_json::{Value, json};

/// Scope that lets a token change its own account in the user pool.
const SCOPE: &str = "aws.cognito.signin.user.admin";

/// Fields read from the trigger event.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    caller_context: CallerContext,
    request: Request,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallerContext {
    client_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    group_configuration: Value,
}

/// Returns the event with our response: tokens of `client` are issued without the scope, all others unchanged.
///
/// # Errors
/// If the event does not have the fields of version `V2_0`.
pub fn suppress_scope(mut event: Value, client: &str) -> Result<Value, serde_json::Error> {
    let Asked { caller_context, request } = Asked::deserialize(&event)?;
    if caller_context.client_id == client {
        event["response"] = json!({
            "claimsAndScopeOverrideDetails": {
                "accessTokenGeneration": { "scopesToSuppress": [SCOPE] },
                // The response also sets the groups. Return them unchanged, or administrators would lose `admins`.
                "groupOverrideDetails": request.group_configuration,
            },
        });
    }
    Ok(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An event as documented by AWS, for the sign-in of an administrator.
    fn event() -> Value {
        json!({
            "version": "2",
            "triggerSource": "TokenGeneration_Authentication",
            "region": "ca-central-1",
            "userPoolId": "ca-central-1_EXAMPLE",
            "userName": "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11",
            "callerContext": { "awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": "the-page" },
            "request": {
                "userAttributes": {
                    "sub": "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11",
                    "cognito:user_status": "CONFIRMED",
                    "email_verified": "true",
                    "email": "admin@noteninja.test",
                },
                "groupConfiguration": {
                    "groupsToOverride": ["admins"],
                    "iamRolesToOverride": [],
                    "preferredRole": null,
                },
                "scopes": ["aws.cognito.signin.user.admin"],
            },
            "response": { "claimsAndScopeOverrideDetails": null },
        })
    }

    #[test]
    fn access_tokens_of_the_web_client_lose_the_cognito_admin_scope_and_keep_their_groups() {
        let answered = suppress_scope(event(), "the-page").unwrap();
        let details = &answered["response"]["claimsAndScopeOverrideDetails"];
        assert_eq!(details["accessTokenGeneration"], json!({ "scopesToSuppress": ["aws.cognito.signin.user.admin"] }));
        assert_eq!(details["groupOverrideDetails"], event()["request"]["groupConfiguration"]);
        assert!(details.get("idTokenGeneration").is_none(), "{details}");
        // All other fields are returned unchanged.
        let mut rest = answered.clone();
        rest["response"] = event()["response"].clone();
        assert_eq!(rest, event());
    }

    #[test]
    fn a_refreshed_token_also_loses_the_cognito_admin_scope() {
        let mut renewed = event();
        renewed["triggerSource"] = json!("TokenGeneration_RefreshTokens");
        let answered = suppress_scope(renewed, "the-page").unwrap();
        assert!(answered["response"].to_string().contains(SCOPE), "{answered}");
    }

    #[test]
    fn tokens_of_other_clients_are_unchanged() {
        assert_eq!(suppress_scope(event(), "accounts").unwrap(), event());
    }

    #[test]
    fn an_event_of_the_token_trigger_without_a_client_id_is_rejected() {
        let mut nameless = event();
        nameless["callerContext"] = json!({});
        assert!(suppress_scope(nameless, "the-page").is_err());
    }
}
