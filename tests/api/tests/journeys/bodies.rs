//! Request bodies that violate the API document. They are generated from the document, so new fields are included
//! automatically.

use journeys::document::DOCUMENT;
use journeys::{ApiClient, TestEnv};
use serde_json::{Map, Value, json};

/// Resolves a reference to a schema.
fn resolved(schema: &Value) -> &Value {
    schema["$ref"].as_str().map_or(schema, |reference| DOCUMENT.pointer(reference.trim_start_matches('#')).unwrap())
}

/// Returns a value that matches the schema, preferably its example.
fn sample(schema: &Value) -> Value {
    let schema = resolved(schema);
    if let Some(example) = schema.get("example") {
        return example.clone();
    }
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            Value::Object(fields.map(|(name, field)| (name.clone(), sample(field))).collect::<Map<_, _>>())
        }
        Some("array") => json!([sample(&schema["items"])]),
        Some("boolean") => json!(false),
        Some("string") => json!("words"),
        Some("integer" | "number") => json!(1),
        _ => Value::Null,
    }
}

/// Returns every required field of a body at any depth: its location, its name, and the body without it.
fn without_each_required(schema: &Value, whole: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    collect(schema, whole, "", &mut |at, name| {
        let mut body = whole.clone();
        let holder = body.pointer_mut(at).and_then(Value::as_object_mut).unwrap();
        assert!(holder.remove(name).is_some(), "the sample has no {at}/{name}: {whole}");
        found.push((format!("{at}/{name}"), name.to_owned(), body));
    });
    found
}

fn collect(schema: &Value, value: &Value, at: &str, each: &mut dyn FnMut(&str, &str)) {
    let schema = resolved(schema);
    for name in schema["required"].as_array().into_iter().flatten() {
        each(at, name.as_str().unwrap());
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        collect(field, &value[name], &format!("{at}/{name}"), each);
    }
    if let Some(items) = schema.get("items").filter(|_| value.get(0).is_some()) {
        collect(items, &value[0], &format!("{at}/0"), each);
    }
}

/// Items that paths refer to, because some routes look up the item before they read the body.
struct Things {
    chapter: String,
    card: String,
}

const COURSE: &str = "BODY101";

impl Things {
    async fn make(admin: &ApiClient) -> Self {
        let things = Things { chapter: ulid::Ulid::generate().to_string(), card: ulid::Ulid::generate().to_string() };
        let Things { chapter, card } = &things;
        admin.put(&format!("/courses/{COURSE}"), json!({ "title": "Bodies" })).await.expect(200);
        let chapters = format!("/courses/{COURSE}/chapters");
        admin.post(&chapters, json!({ "id": chapter, "number": 1, "title": "One" })).await.expect(201);
        let front = json!({ "id": card, "title": "Front", "content": "Back" });
        admin.post(&format!("{chapters}/{chapter}/cards"), front).await.expect(201);
        things
    }

    fn fill(&self, path: &str) -> String {
        let words = path.split('/').map(|word| match word {
            "{code}" => COURSE,
            "{chapterId}" => &self.chapter,
            "{cardId}" => &self.card,
            "{kind}" => "note",
            "{album}" => "cram",
            "{id}" | "{noteId}" | "{audioId}" => "01JD8Z5V7R8XQ4N2T6W0YB3C9E",
            word => {
                assert!(!word.starts_with('{'), "{path}: give the parameter {word} a value here");
                word
            }
        });
        words.collect::<Vec<_>>().join("/")
    }
}

#[tokio::test]
async fn a_body_without_a_required_field_returns_422_and_names_the_field() {
    let env = TestEnv::shared();
    let (student, admin) = (env.sign_up_student("Forgetful").await, env.sign_in_admin().await);
    let things = Things::make(&admin).await;
    let mut tried = 0;
    let mut wrong = Vec::new();
    for route in api::route_table() {
        let operation = &DOCUMENT["paths"][&route.path][route.method.as_str().to_lowercase()];
        let Some(schema) = operation.pointer("/requestBody/content/application~1json/schema") else { continue };
        let is_for_admins = matches!(route.audience, api::Audience::Admin | api::Audience::Enrolment);
        let person = if is_for_admins { &admin } else { &student };
        let path = things.fill(route.path.strip_prefix("/api").unwrap());
        let whole = sample(schema);
        for (place, name, body) in without_each_required(schema, &whole) {
            let answer = person.send(route.method.as_str().parse().unwrap(), &path, Some(body)).await;
            let fields = answer.body["fields"].as_array().into_iter().flatten();
            let is_named = fields.into_iter().any(|field| field["field"] == name.as_str());
            if answer.status != 422 || !is_named {
                let (status, body) = (answer.status, &answer.body);
                wrong.push(format!("{} {} without {place}: {status} {body}", route.method, route.path));
            }
            tried += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 100, "only {tried} fields were tried");
}
