//! A proxy in front of an engine that stops one request.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use store::{Endpoints, Settings, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// A request that a test has stopped.
#[derive(Clone)]
pub(super) struct Gate {
    text: &'static str,
    /// Number of requests with the text that pass before the one that is stopped.
    skipped: usize,
    seen: Arc<AtomicUsize>,
    reached: Arc<Semaphore>,
    open: Arc<Semaphore>,
}

impl Gate {
    /// Returns a store whose first request to DynamoDB with this text, after the skipped ones, stops at the gate.
    pub(super) async fn of_table(store: &Store, text: &'static str, skipped: usize) -> (Store, Self) {
        let (address, gate) = Self::start(store.settings().endpoints.dynamodb.as_deref(), text, skipped).await;
        (connect(store, Endpoints { dynamodb: Some(address), ..store.settings().endpoints.clone() }), gate)
    }

    /// Returns a store whose first request to S3 with this text stops at the gate.
    pub(super) async fn of_files(store: &Store, text: &'static str) -> (Store, Self) {
        let (address, gate) = Self::start(store.settings().endpoints.s3.as_deref(), text, 0).await;
        (connect(store, Endpoints { s3: Some(address), ..store.settings().endpoints.clone() }), gate)
    }

    async fn start(target: Option<&str>, text: &'static str, skipped: usize) -> (String, Self) {
        let target = target.unwrap().strip_prefix("http://").unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let closed = || Arc::new(Semaphore::new(0));
        let gate = Self { text, skipped, seen: Arc::default(), reached: closed(), open: closed() };
        let at_gate = gate.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let engine = TcpStream::connect(&target).await.unwrap();
                tokio::spawn(at_gate.clone().pass_on(client, engine));
            }
        });
        (address, gate)
    }

    async fn pass_on(self, client: TcpStream, engine: TcpStream) {
        let (mut requests, mut answers) = client.into_split();
        let (mut from_engine, mut to_engine) = engine.into_split();
        tokio::spawn(async move { tokio::io::copy(&mut from_engine, &mut answers).await });
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = requests.read(&mut buffer).await {
            let bytes = &buffer[..length];
            let is_meant = bytes.windows(self.text.len()).any(|part| part == self.text.as_bytes());
            if is_meant && self.seen.fetch_add(1, Ordering::SeqCst) == self.skipped {
                self.reached.add_permits(1);
                self.open.acquire().await.unwrap().forget();
            }
            if to_engine.write_all(bytes).await.is_err() {
                break;
            }
        }
    }

    /// Waits until the request has come.
    pub(super) async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    /// Lets the request pass.
    pub(super) fn open(&self) {
        self.open.add_permits(1);
    }
}

fn connect(store: &Store, endpoints: Endpoints) -> Store {
    Store::connect(&Settings { endpoints, ..store.settings().clone() })
}
