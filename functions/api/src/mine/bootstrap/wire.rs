//! Wire types of the bootstrap request.

use serde::Serialize;
use store::Sha256Hash;
use utoipa::ToSchema;

use crate::http::wire::page::Page;
use crate::mine::likes::wire::MyLikes;
use crate::mine::my_notes::wire::SavedNote;
use crate::mine::positions::wire::AudioPosition;
use crate::people::me::wire::Me;

/// Format version of the response, part of the `ETag`. An `ETag` of another version is ignored, so that new fields
/// reach every device.
const FORM: u32 = 1;

/// Number of hexadecimal digits of the hash in an `ETag`.
const SUM_CHARS: usize = 16;

/// Profile, likes, saved notes and resume positions of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bootstrap {
    pub me: Me,
    pub likes: MyLikes,
    /// First page of the caller's resume positions in recordings.
    pub positions: Page<AudioPosition>,
    /// First page of My Notes. Absent if unchanged since the response with the given `ETag`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Page<SavedNote>>,
}

/// Content of the `ETag`: the edition of My Notes, and a hash of everything else.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BootstrapETag {
    pub(crate) notes: u32,
    sum: String,
}

impl BootstrapETag {
    /// Computes the `ETag` of a response with this edition of My Notes. Cursors are excluded: they are encrypted
    /// differently each time.
    pub(crate) fn of(start: &Bootstrap, notes: u32) -> serde_json::Result<Self> {
        let bytes = serde_json::to_vec(&(&start.me, &start.likes, &start.positions.items))?;
        let sum = Sha256Hash::of(&bytes).as_str().chars().take(SUM_CHARS).collect();
        Ok(Self { notes, sum })
    }

    /// Parses a value written by [`Self::header`]. Returns `None` for any other text.
    pub(crate) fn parse(header: &str) -> Option<Self> {
        let inside = header.trim_start_matches("W/").strip_prefix('"')?.strip_suffix('"')?;
        let [form, notes, sum] = inside.split('.').collect::<Vec<_>>().try_into().ok()?;
        let is_known = form.parse() == Ok(FORM);
        Some(Self { notes: notes.parse().ok()?, sum: sum.to_owned() }).filter(|_| is_known)
    }

    /// Formats the `ETag` header.
    pub(crate) fn header(&self) -> String {
        format!("\"{FORM}.{}.{}\"", self.notes, self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bootstrap_etag_round_trips_and_malformed_etags_are_rejected() {
        let tag = BootstrapETag { notes: 7, sum: "0123456789abcdef".into() };
        assert_eq!(BootstrapETag::parse(&tag.header()), Some(tag));
        // A client whose other data have changed sends the `ETag` without the hash. Its notes are still current.
        assert_eq!(BootstrapETag::parse("W/\"1.7.\""), Some(BootstrapETag { notes: 7, sum: String::new() }));
        for other in ["", "*", "\"1.7\"", "\"2.7.ab\"", "\"1.x.ab\"", "1.7.ab", "\"1.7.ab.c\""] {
            assert_eq!(BootstrapETag::parse(other), None, "{other}");
        }
    }
}
