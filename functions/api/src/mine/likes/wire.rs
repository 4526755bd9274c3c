//! Wire types of likes.

use serde::{Deserialize, Serialize};
use store::likes;
use utoipa::ToSchema;

/// Kind of an item that students can like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LikeKind {
    Courses,
    /// Course notes and album notes.
    Notes,
    /// Audio notes.
    Audio,
}

/// All likes of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyLikes {
    #[schema(example = json!(["CS246"]))]
    pub courses: Vec<String>,
    #[schema(example = json!(["01JD8Z5V7R8XQ4N2T6W0YB3C9E"]))]
    pub notes: Vec<String>,
    #[schema(example = json!(["01JD8Z5V7R8XQ4N2T6W0YB3C9F"]))]
    pub audio: Vec<String>,
}

/// State after adding or removing a like.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeState {
    pub liked: bool,
    /// Number of students who like the item.
    #[schema(example = 12)]
    pub count: u32,
}

impl From<likes::Likes> for MyLikes {
    fn from(likes: likes::Likes) -> Self {
        MyLikes {
            courses: likes.courses.iter().map(ToString::to_string).collect(),
            notes: likes.notes.iter().map(ToString::to_string).collect(),
            audio: likes.audio.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<likes::LikeState> for LikeState {
    fn from(likes::LikeState { liked, count }: likes::LikeState) -> Self {
        LikeState { liked, count }
    }
}
