//! Parameters and error statuses of handlers for the API document, derived from the types of their arguments. A
//! handler's own description lists only the statuses that its code returns itself.

use axum::Extension;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use store::Store;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Schema, Type};
use utoipa::openapi::{Ref, RefOr, Required};

use crate::http::auth::browser::Browser;
use crate::http::auth::principal::Principal;
use crate::http::auth::rate_limited_json::RateLimitedJson;
use crate::http::client::ClientAddress;
use crate::http::extract::{
    ChapterParam, ContentParam, CursorParam, EXAMPLE_ID, Json, LikeTargetParam, ParsePathId, PathId, PathIds, PathIds3,
    Query, ReportTargetParam, SnapshotBody, TranscriptBody,
};
use crate::http::wire::page::PageQuery;
use crate::library::courses::wire::ChapterQuery;
use crate::state::{ApiState, InnerRouter};

/// One argument of a handler, or all of them.
pub(crate) trait Argument {
    /// Returns the error statuses that the extractor can cause.
    fn statuses() -> Vec<StatusCode>;

    /// Returns the parameters that the extractor reads. Path parameters have no name yet; it comes from the path of the
    /// route.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }
}

/// Lists argument types with the error statuses of their extractors and the parameters that they read.
macro_rules! arguments {
    ($($argument:ty => [$($status:ident),*] $(of $($generic:ident $(: $bound:ident)?),+)? $(reads $parameters:expr)?;)*) => {
        $(impl $(<$($generic $(: $bound)?),+>)? Argument for $argument {
            fn statuses() -> Vec<StatusCode> {
                vec![$(StatusCode::$status),*]
            }
            $(fn parameters() -> Vec<Parameter> {
                $parameters
            })?
        })*
    };
}

arguments! {
    Browser => [];
    ClientAddress => [];
    HeaderMap => [];
    Extension<InnerRouter> => [];
    // 401 for an expired token; 404 if the account of a valid token was deleted.
    Principal => [UNAUTHORIZED, NOT_FOUND];
    Option<Principal> => [UNAUTHORIZED];
    // Handlers that use a service can fail because it is unavailable.
    State<Store> => [SERVICE_UNAVAILABLE];
    State<ApiState> => [SERVICE_UNAVAILABLE];
    CursorParam => [UNPROCESSABLE_ENTITY] reads query::<PageQuery>();
    ChapterParam => [UNPROCESSABLE_ENTITY] reads query::<ChapterQuery>();
    Query<T> => [UNPROCESSABLE_ENTITY] of T: IntoParams reads query::<T>();
    Json<T> => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY] of T;
    Option<Json<T>> => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY] of T;
    SnapshotBody => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY];
    TranscriptBody => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY];
    RateLimitedJson<T> => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY] of T;
    PathId<T> => [NOT_FOUND] of T: ParsePathId reads vec![named::<T>()];
    PathIds<A, B> => [NOT_FOUND] of A: ParsePathId, B: ParsePathId reads vec![named::<A>(), named::<B>()];
    PathIds3<A, B, C> => [NOT_FOUND] of A: ParsePathId, B: ParsePathId, C: ParsePathId reads vec![named::<A>(), named::<B>(), named::<C>()];
    LikeTargetParam => [NOT_FOUND] reads vec![
        kind("LikeKind", "Kind of the item"),
        text("A course code, or the id of a note or an audio note", "CS246"),
    ];
    ContentParam => [NOT_FOUND] reads vec![
        text("note, audio or albumNote", "note"),
        text("The id of a note or audio note", EXAMPLE_ID),
    ];
    ReportTargetParam => [NOT_FOUND] reads vec![kind("ReportKind", "Kind of the item"), text("Item id", EXAMPLE_ID)];
}

/// Returns the parameters of a query.
fn query<T: IntoParams>() -> Vec<Parameter> {
    T::into_params(|| Some(ParameterIn::Query))
}

/// Returns the path parameter that identifies a `T`.
fn named<T: ParsePathId>() -> Parameter {
    text(T::DESCRIPTION, T::EXAMPLE)
}

fn text(description: &str, example: &str) -> Parameter {
    in_path(Object::with_type(Type::String), description).example(Some(example.into())).build()
}

fn kind(schema: &str, description: &str) -> Parameter {
    in_path(Ref::from_schema_name(schema), description).build()
}

fn in_path(schema: impl Into<RefOr<Schema>>, description: &str) -> ParameterBuilder {
    let parameter = ParameterBuilder::new().parameter_in(ParameterIn::Path).required(Required::True);
    parameter.description(Some(description)).schema(Some(schema))
}

/// A handler without arguments, as axum represents it.
impl Argument for ((),) {
    fn statuses() -> Vec<StatusCode> {
        Vec::new()
    }
}

/// Implements [`Argument`] for tuples with all arguments of a handler. The first type of the tuple is axum's marker,
/// which says how the last argument is extracted.
macro_rules! all_arguments {
    ($($argument:ident),+) => {
        impl<Mark, $($argument: Argument),+> Argument for (Mark, $($argument,)+) {
            fn statuses() -> Vec<StatusCode> {
                [$($argument::statuses()),+].concat()
            }
            fn parameters() -> Vec<Parameter> {
                [$($argument::parameters()),+].concat()
            }
        }
    };
}

all_arguments!(A);
all_arguments!(A, B);
all_arguments!(A, B, C);
all_arguments!(A, B, C, D);
all_arguments!(A, B, C, D, E);
all_arguments!(A, B, C, D, E, F);
