//! The API document: what the handlers say about themselves, plus what holds for all of them.

use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaType, Type};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{OpenApi, Ref, RefOr};
use utoipa::{Modify, OpenApi as _};

use crate::wire::likes::LikeKind;
use crate::wire::problem::ProblemBody;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Note Ninja",
        description = "Course notes for university students. Everything is JSON; every answer that is not a success is a problem document.",
    ),
    components(schemas(LikeKind, ProblemBody)),
    modifiers(&AccessToken),
)]
struct Base;

struct AccessToken;

impl Modify for AccessToken {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.bearer_format = Some("JWT".into());
        bearer.description = Some("The access token of a session.".into());
        components.add_security_scheme("accessToken", SecurityScheme::Http(bearer));
    }
}

/// The document before any route is in it.
pub(crate) fn base() -> OpenApi {
    Base::openapi()
}

/// Our optional fields are left out when there is nothing to say, never sent as `null`, but the derive allows both.
/// It also writes down defaults, which client generators take for a promise that the field is always there.
pub(crate) fn tidy(document: &mut OpenApi) {
    let Some(components) = document.components.as_mut() else { return };
    components.schemas.values_mut().for_each(tidy_schema);
    // A generic page repeats the whole item; refer to the item instead, so that clients get one type for it.
    let pages: Vec<String> = components.schemas.keys().filter(|name| name.starts_with("Page_")).cloned().collect();
    for page in pages {
        let Some(item) = page.strip_prefix("Page_") else { continue };
        let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(&page) else { continue };
        let Some(RefOr::T(Schema::Array(items))) = object.properties.get_mut("items") else { continue };
        let reference = ArrayItems::RefOrSchema(Box::new(Ref::from_schema_name(item).into()));
        if let ArrayItems::RefOrSchema(schema) = std::mem::replace(&mut items.items, reference) {
            components.schemas.entry(item.to_owned()).or_insert(*schema);
        }
    }
}

fn tidy_schema(schema: &mut RefOr<Schema>) {
    let RefOr::T(inner) = schema else { return };
    match inner {
        Schema::Object(object) => {
            drop_null(object);
            object.default = None;
            object.properties.values_mut().for_each(tidy_schema);
        }
        Schema::Array(array) => {
            array.default = None;
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                tidy_schema(items);
            }
        }
        Schema::AllOf(all) => all.items.iter_mut().for_each(tidy_schema),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(tidy_schema),
        Schema::OneOf(one) => {
            one.items.retain(|item| !is_null(item));
            one.items.iter_mut().for_each(tidy_schema);
            if let [only] = one.items.as_slice() {
                *schema = only.clone();
            }
        }
        _ => {}
    }
}

fn drop_null(object: &mut Object) {
    if let SchemaType::Array(types) = &mut object.schema_type {
        types.retain(|kind| *kind != Type::Null);
        if let [only] = types.as_slice() {
            object.schema_type = SchemaType::Type(only.clone());
        }
    }
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null))
}
