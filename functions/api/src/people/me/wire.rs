//! Wire types of sign-up, sign-in and the profile. Types with a password, a code or a token do not implement `Debug`.

use serde::{Deserialize, Serialize};
use store::{merges, students};
use utoipa::ToSchema;
use wasm_core::course::CourseCode;

use crate::console::managed_courses::wire::StudentDataKind;
use crate::http::batch::wire::BatchedResponse;
use crate::people::students::wire::photo_url;

/// A new account.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpRequest {
    #[serde(default)]
    #[schema(required = true, example = "Amara")]
    pub username: String,
    #[serde(default)]
    #[schema(required = true, example = "amara@noteninja.test")]
    pub email: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
}

/// Next step after signing up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpResponse {
    pub next: SignUpStep,
}

/// The step that follows a sign-up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignUpStep {
    /// The user must enter the mailed code.
    ConfirmEmail,
}

/// Code mailed after the sign-up, and the password of the new account.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmSignUpRequest {
    #[serde(default)]
    #[schema(required = true, example = "amara@noteninja.test")]
    pub email: String,
    #[serde(default)]
    #[schema(required = true, example = "123456")]
    pub code: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
}

/// An e-mail address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailRequest {
    #[serde(default)]
    #[schema(required = true, example = "amara@noteninja.test")]
    pub email: String,
}

/// E-mail address and password.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRequest {
    #[serde(default)]
    #[schema(required = true, example = "amara@noteninja.test")]
    pub email: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub password: String,
    /// Whether the computer is shared. The session then ends when the browser closes.
    #[serde(default)]
    pub shared_computer: bool,
}

/// New password of an account that was created by an administrator.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPasswordRequest {
    #[serde(default)]
    #[schema(required = true, example = "admin@noteninja.test")]
    pub email: String,
    /// Challenge returned with `next: new_password`.
    #[schema(required = true, example = "AYABeC1-y8qooiuysEv0uM4wAqQAHQABAAdTZXJ2aWNl")]
    pub challenge: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub new_password: String,
    #[serde(default)]
    pub shared_computer: bool,
}

/// New password with the mailed code.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetRequest {
    #[serde(default)]
    #[schema(required = true, example = "amara@noteninja.test")]
    pub email: String,
    #[serde(default)]
    #[schema(required = true, example = "654321")]
    pub code: String,
    #[serde(default)]
    #[schema(required = true, example = "correct horse battery")]
    pub new_password: String,
}

/// Next step after a correct e-mail address and password.
#[derive(Serialize, ToSchema)]
#[serde(tag = "next", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum SignInResponse {
    /// Signed in; the refresh token is in a cookie that scripts cannot read.
    SignedIn { session: Box<Session> },
    /// The address is not confirmed. A new code has been mailed, which the user must enter.
    ConfirmEmail,
    /// The account has a second factor. The user must enter a code of the authenticator app.
    SecondFactor {
        #[schema(example = "AYABeC1-y8qooiuysEv0uM4wAqQAHQABAAdTZXJ2aWNl")]
        challenge: String,
    },
    /// The account was created by an administrator. The user must choose a new password.
    NewPassword {
        #[schema(example = "AYABeC1-y8qooiuysEv0uM4wAqQAHQABAAdTZXJ2aWNl")]
        challenge: String,
    },
}

/// Session of a signed-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Access token for the header `Authorization: Bearer …`. Keep it in memory only.
    #[schema(example = "eyJraWQiOiJ...")]
    pub access_token: String,
    /// Seconds until the access token expires.
    #[schema(example = 900)]
    pub expires_in_secs: u32,
    pub me: Me,
    /// Responses to the batch requests sent with the same call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub responses: Option<Vec<BatchedResponse>>,
}

/// The caller's own profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    #[schema(example = "7f1d2c1e-6a43-4d2f-9f0e-0c5b7b0d5a11")]
    pub uid: String,
    #[schema(example = "amara@noteninja.test")]
    pub email: String,
    #[schema(example = "Amara Okafor")]
    pub name: String,
    /// Lower-case username, used in URLs and searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "amara")]
    pub username: Option<String>,
    /// Username as entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Amara")]
    pub display_username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Mathematics")]
    pub faculty: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2")]
    pub year: Option<String>,
    /// Codes of the followed courses.
    #[schema(example = json!(["CS246", "MATH137"]))]
    pub course_codes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/api/photos/01JD8Z5V7R8XQ4N2T6W0YB3C9E")]
    pub profile_image_url: Option<String>,
    /// Whether other students see the courses of the saved notes.
    pub shows_courses: bool,
    /// Whether the access token belongs to an administrator. Use it for display only: the server checks every request.
    pub is_admin: bool,
    /// Finished course merges that moved data of the caller. Each stays until `DELETE /api/me/merges/{code}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub unread_merges: Vec<UnreadMerge>,
    /// True for an administrator without a required second factor. Administrator routes return `second_factor_required`
    /// until it is set up.
    pub needs_second_factor: bool,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub created_at: String,
    #[schema(example = "2026-11-21T10:00:00Z")]
    pub updated_at: String,
}

/// A finished course merge whose notice the caller has not read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnreadMerge {
    /// Code of the merged course.
    #[schema(example = "CS246E")]
    pub course_code: String,
    /// Code of the target course.
    #[schema(example = "CS246")]
    pub into: String,
    /// Data of the caller that moved to the target course.
    pub moved: Vec<StudentDataKind>,
}

/// Fields of the form 'Complete your profile'.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileCompletionRequest {
    #[serde(default)]
    #[schema(required = true, example = "Amara Okafor")]
    pub name: String,
    #[serde(default)]
    #[schema(required = true, example = "Amara")]
    pub username: String,
    #[serde(default)]
    #[schema(required = true, example = "Mathematics")]
    pub faculty: String,
    #[serde(default)]
    #[schema(required = true, example = "2")]
    pub year: String,
}

/// Changes of the profile. Missing fields and an empty username do not change; any other empty text is cleared.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileEditRequest {
    #[schema(example = "Amara Okafor")]
    pub name: Option<String>,
    #[schema(example = "Amara")]
    pub username: Option<String>,
    #[schema(example = "Mathematics")]
    pub faculty: Option<String>,
    #[schema(example = "2")]
    pub year: Option<String>,
    /// Whether other students see the courses of the saved notes.
    #[schema(example = false)]
    pub shows_courses: Option<bool>,
    /// Values that the device showed for the changed fields. If a field was changed on another device in the meantime,
    /// the request is a conflict.
    #[serde(default)]
    pub before: ProfileBase,
}

/// Profile texts as the device showed them; empty if not set.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileBase {
    #[schema(example = "Amara Okafor")]
    pub name: Option<String>,
    #[schema(example = "Amara")]
    pub username: Option<String>,
    #[schema(example = "Mathematics")]
    pub faculty: Option<String>,
    #[schema(example = "1")]
    pub year: Option<String>,
}

/// Courses that the caller follows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowedCourses {
    #[schema(example = json!(["CS246", "MATH137"]))]
    pub course_codes: Vec<String>,
}

impl From<ProfileBase> for students::ProfileBase {
    fn from(ProfileBase { name, username, faculty, year }: ProfileBase) -> Self {
        students::ProfileBase { name, username, faculty, year }
    }
}

impl Me {
    /// Builds the caller's profile. `is_admin` comes from the access token.
    pub(crate) fn new(me: students::Me, is_admin: bool, second_factor_required: bool) -> Self {
        let students::Me { student, course_codes, has_second_factor, merge_news } = me;
        Me {
            uid: student.uid.to_string(),
            email: student.email,
            name: student.name,
            username: student.username.map(|username| username.to_string()),
            display_username: student.display_username,
            faculty: student.faculty,
            year: student.year,
            course_codes: course_codes.iter().map(ToString::to_string).collect(),
            profile_image_url: student.photo.map(photo_url),
            shows_courses: student.shows_courses,
            is_admin,
            unread_merges: merge_news.unread_merges.into_iter().map(Into::into).collect(),
            needs_second_factor: is_admin && second_factor_required && !has_second_factor,
            created_at: student.created_at.to_string(),
            updated_at: student.updated_at.to_string(),
        }
    }
}

impl From<merges::UnreadMerge> for UnreadMerge {
    fn from(merge: merges::UnreadMerge) -> Self {
        UnreadMerge {
            course_code: merge.from.to_string(),
            into: merge.into.to_string(),
            moved: merge.moved.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Vec<CourseCode>> for FollowedCourses {
    fn from(codes: Vec<CourseCode>) -> Self {
        FollowedCourses { course_codes: codes.iter().map(ToString::to_string).collect() }
    }
}
