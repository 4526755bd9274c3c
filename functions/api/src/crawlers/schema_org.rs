//! Structured data (JSON-LD) of a link preview, for search engines.

use serde_json::{Value, json};

/// Name of the app in previews.
pub(crate) const APP_NAME: &str = "Note Ninja";

/// Returns the content of a JSON-LD script: the properties of the item and those that every item has.
pub(crate) fn script(
    item: &Value,
    name: &str,
    description: &str,
    url: &str,
    picture_url: &str,
    origin: &str,
) -> String {
    let mut data = json!({
        "@context": "https://schema.org",
        "name": name,
        "description": description,
        "url": url,
        "image": picture_url,
        "inLanguage": "en",
    });
    if let (Value::Object(data), Value::Object(item)) = (&mut data, item) {
        data.extend(item.iter().map(|(key, value)| (key.clone(), value.clone())));
        if item.get("@type").is_some_and(|kind| kind == "Course") {
            data.insert("provider".into(), json!({ "@type": "Organization", "name": APP_NAME, "url": origin }));
        }
    }
    // Inside a script, these characters could end it or begin a comment. In JSON they only occur in strings.
    data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Formats a duration in seconds as ISO 8601: `PT1H2M5S`.
pub(crate) fn duration(secs: u32) -> String {
    let parts = [(secs / 3600, 'H'), (secs / 60 % 60, 'M'), (secs % 60, 'S')];
    let shown: String =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect();
    format!("PT{}", if shown.is_empty() { "0S" } else { &shown })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_iso_8601_format() {
        for (secs, expected) in [(0, "PT0S"), (59, "PT59S"), (60, "PT1M"), (3725, "PT1H2M5S"), (7200, "PT2H")] {
            assert_eq!(duration(secs), expected);
        }
    }
}
