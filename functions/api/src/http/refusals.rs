//! Which statuses a handler may answer with, read from the types of its arguments. So the API document names them and nobody
//! keeps lists of them; what only the handler itself decides, it names in its own description.

use axum::Extension;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use store::Store;

use crate::http::auth::browser::Browser;
use crate::http::auth::caller::Caller;
use crate::http::auth::tried::Tried;
use crate::http::client::ClientAddress;
use crate::http::extract::{
    At, InChapter, Json, Liked, Name, Names, Names3, Published, Query, ReportedTarget, SnapshotBody,
};
use crate::state::{ApiState, Routes};

/// A handler's argument, or all of them.
pub(crate) trait Refuses {
    /// Returns the error statuses that the extractor can cause.
    fn statuses() -> Vec<StatusCode>;
}

/// Arguments, and what each of them refuses.
macro_rules! refuses {
    ($($argument:ty => [$($status:ident),*] $(of $($generic:ident),+)?;)*) => {
        $(impl $(<$($generic),+>)? Refuses for $argument {
            fn statuses() -> Vec<StatusCode> {
                vec![$(StatusCode::$status),*]
            }
        })*
    };
}

refuses! {
    Browser => [];
    ClientAddress => [];
    HeaderMap => [];
    Extension<Routes> => [];
    // A token that has ended; and whoever has left with a token that has not, whose things are gone.
    Caller => [UNAUTHORIZED, NOT_FOUND];
    Option<Caller> => [UNAUTHORIZED];
    // Handlers that use a service can fail because it is unavailable.
    State<Store> => [SERVICE_UNAVAILABLE];
    State<ApiState> => [SERVICE_UNAVAILABLE];
    At => [UNPROCESSABLE_ENTITY];
    InChapter => [UNPROCESSABLE_ENTITY];
    Query<T> => [UNPROCESSABLE_ENTITY] of T;
    Json<T> => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY] of T;
    Option<Json<T>> => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY] of T;
    SnapshotBody => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY];
    Tried<T> => [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_ENTITY] of T;
    Name<T> => [NOT_FOUND] of T;
    Names<A, B> => [NOT_FOUND] of A, B;
    Names3<A, B, C> => [NOT_FOUND] of A, B, C;
    Liked => [NOT_FOUND];
    Published => [NOT_FOUND];
    ReportedTarget => [NOT_FOUND];
}

/// No argument at all, as axum writes it.
impl Refuses for ((),) {
    fn statuses() -> Vec<StatusCode> {
        Vec::new()
    }
}

/// All arguments, as axum writes them: behind a mark that says how it reads the last one.
macro_rules! all_refuse {
    ($($argument:ident),+) => {
        impl<Mark, $($argument: Refuses),+> Refuses for (Mark, $($argument,)+) {
            fn statuses() -> Vec<StatusCode> {
                [$($argument::statuses()),+].concat()
            }
        }
    };
}

all_refuse!(A);
all_refuse!(A, B);
all_refuse!(A, B, C);
all_refuse!(A, B, C, D);
all_refuse!(A, B, C, D, E);
all_refuse!(A, B, C, D, E, F);
