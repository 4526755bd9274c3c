//! Listing of all accounts.

use super::{UsersResult, broken, pool, user_id, users_error};
use crate::client::Store;
use model::ids::UserId;

/// Lists the accounts of the pool, unordered. Cost: 1 request per 60 accounts; the pool allows 30 requests per second.
///
/// # Errors
/// `RateLimited`, `Unavailable`, `Broken`.
pub async fn list_user_ids(store: &Store) -> UsersResult<Vec<UserId>> {
    let mut found = Vec::new();
    let mut next = None;
    loop {
        let request = store.cognito().list_users().user_pool_id(pool(store)).set_pagination_token(next);
        let answer = request.attributes_to_get("sub").send().await.map_err(users_error)?;
        for user in answer.users() {
            let sub = user.attributes().iter().find(|attribute| attribute.name() == "sub");
            let sub = sub.and_then(|attribute| attribute.value()).or_else(|| user.username());
            found.push(user_id(sub.ok_or_else(|| broken("an account has no id"))?)?);
        }
        next = answer.pagination_token;
        if next.is_none() {
            return Ok(found);
        }
    }
}
