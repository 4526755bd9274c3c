//! The name of a playlist, who may see it, and its cover.

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;

use super::{NameClaim, Playlist, Visibility, find, get_mine, name_key, show};
use crate::aws::client::Store;
use crate::aws::codec::{decode, encode, key_attributes, number, text};
use crate::aws::table::{self, Outcome, Transaction};
use crate::base::error::{Conflict, Error, Noun, Result};
use crate::base::ids::{CoverId, PlaylistId, UserId};
use crate::base::timestamp::Timestamp;
use crate::keys;

/// What of a playlist changes. `None` leaves it as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaylistEdit {
    /// New name, as `forms::playlist_name` gave it.
    pub name: Option<String>,
    /// Who may see it.
    pub visibility: Option<Visibility>,
    /// The version that the caller has seen.
    pub version: u32,
}

/// Renames a playlist or changes who may see it; its claim on the name moves along. Conditions: the playlist belongs to
/// the owner and is as the caller has seen it, the new name is free. 2 reads, 2 to 8 writes, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's; `Conflict(Changed)` when the version is not the newest;
/// `Conflict(PlaylistNameTaken)`.
pub async fn edit(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    edit: &PlaylistEdit,
    now: Timestamp,
) -> Result<Playlist> {
    let before = get_mine(store, owner, id).await?;
    if before.version != edit.version {
        return Err(Error::Conflict(Conflict::Changed));
    }
    let name = edit.name.as_ref().unwrap_or(&before.name);
    let visibility = edit.visibility.unwrap_or(before.visibility);
    if *name == before.name && visibility == before.visibility {
        return Ok(before);
    }
    let key = name_key(name);
    let mut transaction = Transaction::default();
    if key != before.name_key {
        let claim = encode(&NameClaim { playlist: id }, keys::playlist::name_claim(owner, &key), None)?;
        let put = table::put(store, claim).condition_expression("attribute_not_exists(pk)");
        transaction.put("name", put.build().map_err(table::build_error)?);
        let old = table::delete(store, keys::playlist::name_claim(owner, &before.name_key));
        transaction.delete("old name", old.build().map_err(table::build_error)?);
    }
    transaction.update(
        "playlist",
        table::update(store, keys::playlist::primary(id))
            .condition_expression("#owner = :me AND version = :version")
            .expression_attribute_names("#owner", "owner")
            .expression_attribute_values(":me", text(owner.as_str()))
            .expression_attribute_values(":version", number(edit.version))
            .update_expression(
                "SET #name = :name, name_key = :key, visibility = :visibility, updated_at = :now ADD version :one",
            )
            .expression_attribute_names("#name", "name")
            .expression_attribute_values(":name", text(name.as_str()))
            .expression_attribute_values(":key", text(key.as_str()))
            .expression_attribute_values(":visibility", text(visibility.as_str()))
            .expression_attribute_values(":now", text(now.to_string()))
            .expression_attribute_values(":one", number(1))
            .build()
            .map_err(table::build_error)?,
    );
    if visibility != before.visibility {
        show(store, &mut transaction, id, visibility)?;
    }
    match transaction.run(store).await? {
        Outcome::Done => find(store, id).await?.ok_or(Error::NotFound(Noun::Playlist)),
        outcome if outcome.refused("playlist") => {
            get_mine(store, owner, id).await?;
            Err(Error::Conflict(Conflict::Changed))
        }
        Outcome::Refused(_) => Err(Error::Conflict(Conflict::PlaylistNameTaken)),
    }
}

/// Gives a playlist the picture that was uploaded and checked; done again it changes nothing. The file of the picture
/// before is removed by whoever follows the table. Condition: the playlist belongs to the owner. 1 write, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's: then nobody refers to the new file.
pub async fn set_cover(
    store: &Store,
    owner: &UserId,
    id: PlaylistId,
    cover: CoverId,
    now: Timestamp,
) -> Result<Playlist> {
    let update = cover_update(store, owner, id, now)
        .update_expression("SET cover = :cover, updated_at = :now")
        .expression_attribute_values(":cover", text(cover.to_string()));
    run(update).await
}

/// Takes the picture off a playlist; its file goes as with [`set_cover`]. Condition: the playlist belongs to the owner.
/// 1 write, 1 in the index.
///
/// # Errors
/// `NotFound(Playlist)`, also for somebody else's.
pub async fn remove_cover(store: &Store, owner: &UserId, id: PlaylistId, now: Timestamp) -> Result<Playlist> {
    run(cover_update(store, owner, id, now).update_expression("SET updated_at = :now REMOVE cover")).await
}

fn cover_update(store: &Store, owner: &UserId, id: PlaylistId, now: Timestamp) -> UpdateItemFluentBuilder {
    store
        .dynamodb()
        .update_item()
        .table_name(store.table())
        .set_key(Some(key_attributes(keys::playlist::primary(id))))
        .condition_expression("#owner = :me")
        .expression_attribute_names("#owner", "owner")
        .expression_attribute_values(":me", text(owner.as_str()))
        .expression_attribute_values(":now", text(now.to_string()))
        .return_values(ReturnValue::AllNew)
}

async fn run(update: UpdateItemFluentBuilder) -> Result<Playlist> {
    let answer = table::held(update.send().await)?.ok_or(Error::NotFound(Noun::Playlist))?;
    decode(answer.attributes.unwrap_or_default())
}

impl Visibility {
    /// The word that is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
        }
    }
}
