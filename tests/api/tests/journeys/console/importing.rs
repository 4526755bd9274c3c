//! Import of a whole university's courses: ten thousand lines, in the same batches as from the page and the command
//! line.

use std::collections::HashSet;
use std::fmt::Write as _;

use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use wasm_core::forms;

const ROWS: usize = 10_000;
/// Number of concurrent batches, as in the command line.
const PARALLEL: usize = 4;

/// Returns the requests for a file with all rows.
fn batches() -> Vec<Value> {
    let mut file = String::from("code,title\n");
    for row in 0..ROWS {
        writeln!(file, "BULK{row},\"Course {row}, one of many\"").unwrap();
    }
    let table = forms::parse_course_table(file.as_bytes()).unwrap();
    assert_eq!((table.rows(), table.bad.len()), (ROWS, 0));
    let row = |row: &forms::CourseRow| json!({ "courseCode": row.course_code, "title": row.title });
    table.batches.iter().map(|batch| json!({ "courses": batch.iter().map(row).collect::<Vec<_>>() })).collect()
}

/// Sends batches until all, or `enough` of them, are answered; the others are aborted at any point. Returns the numbers
/// of created and of existing courses.
async fn send(admin: &ApiClient, batches: &[Value], enough: usize) -> (u64, u64) {
    let (mut made, mut there, mut answered) = (0, 0, 0);
    let mut waiting = batches.iter().cloned();
    let mut sending = JoinSet::new();
    loop {
        while sending.len() < PARALLEL
            && let Some(batch) = waiting.next()
        {
            let admin = admin.clone();
            sending.spawn(async move { admin.post("/courses/import", batch).await.expect(200) });
        }
        let Some(report) = sending.join_next().await else { return (made, there) };
        let report = report.unwrap();
        assert_eq!((&report["updated"], &report["rejected"]), (&json!(0), &json!([])), "{report}");
        made += report["created"].as_u64().unwrap();
        there += report["unchanged"].as_u64().unwrap();
        answered += 1;
        if answered == enough {
            return (made, there);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s6_adm_23_ten_thousand_courses_are_imported_and_an_interrupted_import_can_be_continued() {
    let env = TestEnv::shared();
    let admin = env.sign_in_admin().await;
    let batches = batches();
    let (before, _) = send(&admin, &batches, batches.len() / 10).await;
    let (made, there) = send(&admin, &batches, usize::MAX).await;
    let rows = u64::try_from(ROWS).unwrap();
    assert_eq!(made + there, rows);
    assert!(there >= before && there < rows, "{there} of the {before} that were answered before are there");

    let (mut codes, mut path) = (Vec::new(), "/courses".to_owned());
    loop {
        let page = admin.get(&path).await.expect(200);
        let found = page["items"].as_array().unwrap().iter().map(|course| course["courseCode"].as_str().unwrap());
        codes.extend(found.filter(|code| code.starts_with("BULK")).map(str::to_owned));
        let Some(cursor) = page["nextCursor"].as_str() else { break };
        path = format!("/courses?cursor={cursor}");
    }
    assert_eq!((codes.len(), codes.iter().collect::<HashSet<_>>().len()), (ROWS, ROWS));
}
