//! Route table. [`RouteTableVisitor::add`] is the only way to add a route, and it requires an audience.
//!
//! The table builds either the router or the API document. A serving function never builds the document, so it carries
//! no schemas and starts faster.

use axum::Router;
use axum::handler::Handler;
use axum::middleware::from_fn;
use axum::routing::MethodRouter;
use http::StatusCode;
use utoipa::openapi::path::Parameter;
use utoipa_axum::PathItemExt as _;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::http::arguments::Argument;
use crate::http::audience::Access;
use crate::http::auth::guard;
use crate::state::ApiState;

/// Handlers of one path. [`routes!`] builds it from the handlers, so every served route has a description.
pub(crate) struct Routes {
    /// Path with its parameters in braces: `/api/courses/{code}`.
    pub(crate) path: String,
    pub(crate) methods: MethodRouter<ApiState>,
    /// Builds the description of the handlers. A function pointer and not a generic closure: otherwise the compiler
    /// would instantiate each middleware layer once per route, which took as long as the rest of this crate.
    pub(crate) describe: fn() -> RouteDocs,
}

/// Handlers of one path with their description.
pub(crate) struct RouteDocs {
    /// Routes with their OpenAPI description.
    pub(crate) routes: UtoipaMethodRouter<ApiState>,
    /// Documentation of the arguments of each handler.
    pub(crate) arguments: Vec<ArgumentDocs>,
}

/// Documentation of the arguments of one handler.
pub(crate) struct ArgumentDocs {
    pub(crate) operation_id: Option<String>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) error_statuses: Vec<StatusCode>,
}

/// A value that is built from the route table: the router or the API document.
pub(crate) trait RouteTableVisitor: Sized {
    /// Adds the handlers of one path for these callers.
    fn add(self, access: impl Into<Access>, routes: Routes) -> Self;
}

/// Builds the router without descriptions.
#[derive(Default)]
pub(crate) struct RouterBuilder(pub(crate) Router<ApiState>);

impl RouteTableVisitor for RouterBuilder {
    fn add(self, access: impl Into<Access>, routes: Routes) -> Self {
        let access = access.into();
        // Use `route_layer`: a wrong method must return 405 before the token is checked.
        let methods = routes.methods.route_layer(from_fn(move |request, next| guard::check(access, request, next)));
        RouterBuilder(self.0.route(&routes.path, methods))
    }
}

/// Handlers of one path, each written `module::handler`.
macro_rules! routes {
    ($module:ident :: $handler:ident $(, $more:ident :: $others:ident)*) => {
        pastey::paste! {
            $crate::http::routing::Routes {
                path: <$module::[<__path_ $handler>] as utoipa::Path>::path(),
                methods: {
                    let methods = axum::routing::MethodRouter::new();
                    let methods = $crate::http::routing::add_handler::<$module::[<__path_ $handler>], _, _>(methods, &$module::$handler);
                    $(let methods = $crate::http::routing::add_handler::<$more::[<__path_ $others>], _, _>(methods, &$more::$others);)*
                    methods
                },
                describe: || $crate::http::routing::RouteDocs {
                    routes: utoipa_axum::routes!($module::$handler $(, $more::$others)*),
                    arguments: vec![
                        $crate::http::routing::document_arguments::<$module::[<__path_ $handler>], _, _>(&$module::$handler),
                        $($crate::http::routing::document_arguments::<$more::[<__path_ $others>], _, _>(&$more::$others),)*
                    ],
                },
            }
        }
    };
}
pub(crate) use routes;

/// Adds a handler for the methods that its description `P` names.
pub(crate) fn add_handler<P, H, T>(methods: MethodRouter<ApiState>, handler: &H) -> MethodRouter<ApiState>
where
    P: utoipa::Path,
    H: Handler<T, ApiState>,
    T: 'static,
{
    P::methods().iter().fold(methods, |methods, method| methods.on(method.to_method_filter(), handler.clone()))
}

/// Returns the documentation of the arguments of the handler that `P` describes.
pub(crate) fn document_arguments<P, H, T>(_handler: &H) -> ArgumentDocs
where
    P: utoipa::Path,
    H: Handler<T, ApiState>,
    T: Argument,
{
    ArgumentDocs {
        operation_id: P::operation().operation_id,
        parameters: T::parameters(),
        error_statuses: T::statuses(),
    }
}
