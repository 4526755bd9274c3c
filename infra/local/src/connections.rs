//! Serves connections with the timeouts of API Gateway. A stalled request is closed; if a body was not read, the
//! response says `connection: close`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::response::{IntoResponse as _, Response};
use http::header::CONNECTION;
use http::{HeaderValue, Request, StatusCode};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep};
use tower::ServiceExt as _;

/// Delay after a failed `accept`, usually because too many files are open.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// Serves `router` until the stop signal, then waits for running requests. `patience` limits the time until the headers
/// of a request are complete, and each pause within its body.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    patience: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = wait_for_stop(&mut stopped) => break,
            Some(_ended) = connections.join_next() => continue,
        };
        match accepted {
            Ok((stream, peer)) => {
                connections.spawn(connection(stream, peer, router.clone(), patience, stopped.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "no connection could be accepted");
                sleep(ACCEPT_AGAIN).await;
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// Waits for the stop signal.
pub(crate) async fn wait_for_stop(stopped: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped, which also means stop.
    let _gone = stopped.wait_for(|stop| *stop).await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    patience: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    // Responses are small and the client waits for them, so Nagle's algorithm would only delay them.
    let _slower = stream.set_nodelay(true);
    let service = service_fn(move |request| answer(router.clone(), request, peer, patience));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service));
    // A closed or timed-out connection is not an error.
    let _ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = wait_for_stop(&mut stopped) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    peer: SocketAddr,
    patience: Duration,
) -> Result<Response, Infallible> {
    let progress = Arc::new(Progress::default());
    let mut request = request.map(|body| Body::new(Patient::new(body, patience, Arc::clone(&progress))));
    request.extensions_mut().insert(ConnectInfo(peer));
    let mut answer = router.oneshot(request).await?;
    if progress.has_stalled.load(Ordering::Relaxed) {
        answer =
            (StatusCode::REQUEST_TIMEOUT, "The rest of this request did not arrive. Send it again.").into_response();
    }
    if !progress.has_ended.load(Ordering::Relaxed) {
        // The rest of the body is still in the stream, so the connection cannot take another request.
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(answer)
}

/// Progress of reading a request body.
#[derive(Default)]
struct Progress {
    has_ended: AtomicBool,
    has_stalled: AtomicBool,
}

/// Request body that fails if no data arrives within the timeout.
struct Patient {
    body: Incoming,
    patience: Duration,
    /// Timer that runs while the body waits for data.
    pause: Option<Pin<Box<Sleep>>>,
    progress: Arc<Progress>,
}

impl Patient {
    fn new(body: Incoming, patience: Duration, progress: Arc<Progress>) -> Self {
        progress.has_ended.store(body.is_end_stream(), Ordering::Relaxed);
        Patient { body, patience, pause: None, progress }
    }
}

impl HttpBody for Patient {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.pause = None;
            if frame.is_none() || self.body.is_end_stream() {
                self.progress.has_ended.store(true, Ordering::Relaxed);
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let patience = self.patience;
        ready!(self.pause.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(context));
        self.progress.has_stalled.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Err("the rest of the body did not come".into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
