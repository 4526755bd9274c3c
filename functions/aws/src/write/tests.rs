use super::*;
use crate::codec::{number, text};
use crate::expression::{absent, attribute, exists};
use crate::settings::Settings;

fn store() -> Store {
    let settings = Settings::from_lookup(|name| {
        Some(match name {
            "CURSOR_KEY" => "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".to_owned(),
            "FILES_ORIGIN" => return None,
            _ => "unused".to_owned(),
        })
    });
    Store::connect(&settings.unwrap())
}

fn key() -> Key {
    Key { pk: "A".into(), sk: "B".into() }
}

/// The same request, written by hand with the builder of the SDK.
fn by_hand() -> types::builders::UpdateBuilder {
    types::Update::builder().table_name("unused").set_key(Some(key_attributes(key())))
}

#[test]
fn update_builder_writes_the_expected_expression() {
    let update = Update::of(key())
        .set("title", "T")
        .set_default("likes", 0)
        .add("edition", 1)
        .remove("reason")
        .when(exists())
        .when(attribute("version").eq_or_absent(0))
        .request(&store());
    let expected = by_hand()
        .update_expression("SET #title = :v0, #likes = if_not_exists(#likes, :v1) ADD #edition :v2 REMOVE #reason")
        .condition_expression("attribute_exists(#pk) AND (attribute_not_exists(#version) OR #version = :v3)")
        .expression_attribute_names("#title", "title")
        .expression_attribute_names("#likes", "likes")
        .expression_attribute_names("#edition", "edition")
        .expression_attribute_names("#reason", "reason")
        .expression_attribute_names("#pk", "pk")
        .expression_attribute_names("#version", "version")
        .expression_attribute_values(":v0", text("T"))
        .expression_attribute_values(":v1", number(0))
        .expression_attribute_values(":v2", number(1))
        .expression_attribute_values(":v3", number(0))
        .build();
    assert_eq!(update.unwrap(), expected.unwrap());
}

#[test]
fn update_with_only_removals_has_no_values_and_no_condition() {
    let update = Update::of(key()).remove("photo").request(&store());
    let expected = by_hand().update_expression("REMOVE #photo").expression_attribute_names("#photo", "photo");
    assert_eq!(update.unwrap(), expected.build().unwrap());
}

#[test]
fn building_an_update_without_changes_fails() {
    let refused = Update::of(key()).when(exists()).request(&store());
    assert!(refused.unwrap_err().source().unwrap().to_string().contains("changes nothing"));
    let state = std::collections::BTreeMap::from([("likes", 3)]);
    assert!(Update::between(key(), &state, &state).request(&store()).is_err());
}

#[test]
fn nested_numbers_are_incremented_by_adding_to_the_current_value() {
    let update = Update::of(key()).add("note.likes", -1).add("edition", 1).request(&store()).unwrap();
    assert_eq!(update.update_expression, "SET #note.#likes = #note.#likes + :v0 ADD #edition :v1");
}

#[test]
fn texts_are_added_to_and_removed_from_sets() {
    let update =
        Update::of(key()).add_to_set("a", "1").remove_from_set("b", "x").remove("c").request(&store()).unwrap();
    assert_eq!(update.update_expression, "ADD #a :v0 DELETE #b :v1 REMOVE #c");
    let values = update.expression_attribute_values.unwrap();
    let set = |text: &str| types::AttributeValue::Ss(vec![text.to_owned()]);
    assert_eq!((&values[":v0"], &values[":v1"]), (&set("1"), &set("x")));
}

#[test]
fn an_optional_value_is_set_or_removed() {
    let update = Update::of(key()).set_or_remove("a", Some(1)).set_or_remove("b", None::<u32>).request(&store());
    assert_eq!(update.unwrap().update_expression, "SET #a = :v0 REMOVE #b");
}

#[test]
fn difference_of_two_items_writes_only_changed_attributes() {
    let state = |title: &str, secs: Option<u32>| {
        #[derive(Serialize)]
        struct State {
            title: String,
            likes: u32,
            #[serde(skip_serializing_if = "Option::is_none")]
            secs: Option<u32>,
        }
        State { title: title.to_owned(), likes: 3, secs }
    };
    let text_of = |before, after| Update::between(key(), &before, &after).request(&store()).unwrap().update_expression;
    assert_eq!(text_of(state("a", Some(1)), state("b", None)), "SET #title = :v0 REMOVE #secs");
    assert_eq!(text_of(state("a", None), state("a", Some(2))), "SET #secs = :v0");
    let twice = Update::between(key(), &state("a", None), &state("b", None)).set("title", "c").request(&store());
    assert_eq!(twice.unwrap().update_expression, "SET #title = :v0");
}

#[test]
fn delete_and_condition_check_builders_write_the_expected_expressions() {
    let delete = Delete::of(key()).when(attribute("owner").is("me")).request(&store()).unwrap();
    let expected = types::Delete::builder()
        .table_name("unused")
        .set_key(Some(key_attributes(key())))
        .condition_expression("#owner = :v0")
        .expression_attribute_names("#owner", "owner")
        .expression_attribute_values(":v0", text("me"));
    assert_eq!(delete, expected.build().unwrap());
    let check = Check::of(key(), absent()).request(&store()).unwrap();
    let expected = types::ConditionCheck::builder()
        .table_name("unused")
        .set_key(Some(key_attributes(key())))
        .condition_expression("attribute_not_exists(#pk)")
        .expression_attribute_names("#pk", "pk");
    assert_eq!(check, expected.build().unwrap());
}

#[test]
fn a_value_that_cannot_be_serialized_is_an_error_and_not_an_empty_attribute() {
    // The table supports only text as map keys.
    let no_text_key = std::collections::HashMap::from([((1, 2), 3)]);
    assert!(Update::of(key()).set("a", &no_text_key).request(&store()).is_err());
    assert!(Delete::of(key()).when(attribute("a").is(&no_text_key)).request(&store()).is_err());
}
