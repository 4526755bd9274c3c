//! A table for measurements with courses, notes and students, created over the API.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use journeys::test_env::PASSWORD;
use journeys::{ApiClient, TestEnv};
use local::{LocalOptions, LocalServer, RunningServer};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::Timestamp;
use store::courses::{self, CourseDraft};
use wasm_core::course::CourseCode;

/// Number of courses with notes. Every student follows them.
const WITH_NOTES: usize = 8;
/// Number of notes per course.
const NOTES: usize = 40;
/// Number of courses that can be liked.
const COURSES: usize = 1000;
/// Number of recordings that every student has started.
const BEGUN: usize = 6;
/// Number of students. Each round on a route that writes uses another student, who has written nothing on this route
/// yet.
const STUDENTS: usize = 24;

/// Content of a filled table.
#[derive(Serialize, Deserialize)]
pub(crate) struct SeedData {
    data: PathBuf,
    /// Codes of all courses. The first ones have notes.
    pub(crate) courses: Vec<String>,
    pub(crate) notes: Vec<String>,
    /// E-mail addresses of all students.
    pub(crate) students: Vec<String>,
}

/// The engines with a filled table.
pub(crate) struct Table {
    pub(crate) seeded: SeedData,
    pub(crate) engines: RunningServer,
}

/// A signed-in student.
pub(crate) struct Student {
    pub(crate) uid: String,
    pub(crate) token: String,
    /// Session cookie as name and value.
    pub(crate) cookie: String,
    pub(crate) email: String,
}

impl SeedData {
    /// Fills a table in a separate process, whose `ingest` and `changes` end with it.
    pub(crate) fn seed_in_process() -> Self {
        let mut seeding = Command::new(env::current_exe().unwrap());
        let output = seeding.arg("seed").stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success(), "filling the table failed");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Starts the engines on the table without `ingest` and `changes`, because work after a write is not measured.
    pub(crate) fn measure_on_engines<F: Future<Output = ()>>(self, measure: impl FnOnce(Table) -> F) {
        let data = self.data.clone();
        #[expect(unsafe_code, reason = "the environment is changed before any other thread exists")]
        // SAFETY: called from `main`, which has started no thread.
        unsafe {
            env::set_var("COGNITOX_JWT_PRIVATE_KEY_PATH", local::signing_key_path(&data));
            env::set_var("COGNITOX_JWT_KEY_ID", "local");
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let options = LocalOptions {
                port: 0,
                quiet: true,
                runs_workers: false,
                ..LocalOptions::new(&data, readers::in_process_extractor())
            };
            let engines = LocalServer::start(LocalOptions { rate_limits: false, ..options }).await.unwrap();
            measure(Table { seeded: self, engines }).await;
        });
        fs::remove_dir_all(data).unwrap();
    }
}

impl Table {
    pub(crate) async fn sign_in(&self, number: usize) -> Student {
        let email = &self.seeded.students[number];
        let request = reqwest::Client::new()
            .post(format!("{}/api/auth/sign-in", self.engines.base_url()))
            .header("origin", self.engines.app_origin())
            .header("x-note-ninja", "1")
            .json(&json!({ "email": email, "password": PASSWORD }));
        let answer = request.send().await.unwrap().error_for_status().unwrap();
        let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let body: serde_json::Value = answer.json().await.unwrap();
        let session = &body["session"];
        Student {
            uid: session["me"]["uid"].as_str().unwrap().to_owned(),
            token: session["accessToken"].as_str().unwrap().to_owned(),
            cookie,
            email: email.clone(),
        }
    }
}

/// Fills a table and prints its content as JSON.
pub(crate) fn run() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let seeded = runtime.block_on(fill());
    println!("{}", serde_json::to_string(&seeded).unwrap());
}

async fn fill() -> SeedData {
    let env = TestEnv::shared();
    let courses: Vec<String> = (0..COURSES).map(|number| format!("CS{}", 1000 + number)).collect();
    let codes = courses.clone();
    env.with_store(async move |store| {
        for code in codes {
            let code = CourseCode::parse(&code).unwrap();
            let title = format!("Measurements, part {code}");
            let draft = CourseDraft { code, title, description: String::new() };
            courses::create_or_find(&store, &draft, Timestamp::now()).await.unwrap();
        }
    })
    .await;
    let admin = env.sign_in_admin().await;
    let mut notes = Vec::new();
    for course in &courses[..WITH_NOTES] {
        for number in 0..NOTES {
            notes.push(admin.publish(course, &format!("Lecture {number}"), 1).await);
        }
    }
    let mut recordings = Vec::new();
    for number in 0..BEGUN {
        let title = format!("Episode {number}");
        recordings.push(admin.publish_audio("deep-dive", &title, "episode.wav", journeys::sound::wav(60)).await);
    }
    let mut students = Vec::new();
    for _ in 0..STUDENTS {
        let student = env.sign_up_student("reader").await;
        for course in &courses[..WITH_NOTES] {
            student.put(&format!("/me/courses/{course}"), json!({})).await.expect(200);
        }
        students.push(student.email().to_owned());
        begin(&student, &recordings).await;
    }
    SeedData { data: env.data.clone(), courses, notes, students }
}

/// Starts all recordings, so that the dashboard can resume them.
async fn begin(student: &ApiClient, recordings: &[String]) {
    let items: Vec<_> = recordings
        .iter()
        .map(|id| {
            json!({ "audioId": id, "position": {
                "counter": 1, "device": "laptop", "positionMs": 30_000, "isFinished": false, "isRestart": false,
            } })
        })
        .collect();
    student.put("/me/positions", json!({ "items": items })).await.expect(200);
}
