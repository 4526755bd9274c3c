//! Tests of `--meter`: it counts each request once, with its response size and consumed capacity.

use reqwest::Method;
use serde_json::Value;

use crate::program::Server;

#[tokio::test]
async fn the_meter_counts_each_request_once_with_its_status_and_consumed_capacity() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path(), &["--meter"]);
    let admin = server.admin().await;
    let course = server.request(Method::PUT, "/api/courses/TEST101").bearer_auth(&admin);
    server.json(course.json(&serde_json::json!({"title": "Counting", "description": ""}))).await;
    let uncounted = server.request(Method::GET, "/api/courses/TEST101").header("x-uncounted", "1");
    server.json(uncounted).await;
    let notes = server.request(Method::GET, "/api/courses/TEST101/notes").bearer_auth(&admin);
    let answer = notes.send().await.unwrap();
    let length = answer.bytes().await.unwrap().len();

    let counted = server.json(server.request(Method::POST, "/_local/meter")).await;
    let of = |path: &str| -> Vec<&Value> {
        counted["requests"].as_array().unwrap().iter().filter(|one| one["path"] == path).collect()
    };
    let [made] = of("/api/courses/TEST101")[..] else { panic!("{counted}") };
    assert_eq!((&made["method"], &made["host"]), (&"PUT".into(), &"app".into()));
    assert!(made["table"]["writeUnits"].as_f64().unwrap() >= 1.0, "{made}");
    let [read] = of("/api/courses/TEST101/notes")[..] else { panic!("{counted}") };
    assert_eq!((read["status"].as_u64(), read["bodyBytes"].as_u64()), (Some(200), Some(length as u64)));
    assert!(read["table"]["readUnits"].as_f64().unwrap() >= 0.5, "{read}");
    assert_eq!(read["table"]["writeUnits"], 0.0, "what was consumed before counts for what was asked before");

    let again = server.json(server.request(Method::POST, "/_local/meter")).await;
    assert_eq!(again["requests"], serde_json::json!([]));
}
