//! Sends one file to its signed URLs, in one piece or in parts.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::Method;
use wasm_core::limits::PARTS_MAX;

use crate::client::{Client, FileBody, Stored};
use crate::failure::Failure;
use crate::hashing::Hashes;
use crate::plan::Task;
use crate::wire::{Multipart, SentPart, SignedPart, SignedParts, Ticket};

/// Attempts of a file or part. Each gets a new URL.
const ATTEMPTS: u32 = 6;
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Limits the transfers that run at the same time, of all files together.
pub(crate) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    pub(crate) fn new(count: usize) -> Self {
        Self { free: Mutex::new(count), freed: Condvar::new() }
    }

    /// Waits for a free slot and uses it.
    fn hold<T>(&self, work: impl FnOnce() -> T) -> T {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.freed.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        drop(free);
        let result = work();
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.freed.notify_one();
        result
    }
}

/// A created upload whose file is sent.
pub(crate) struct Sending<'a> {
    pub(crate) client: &'a Client,
    pub(crate) slots: &'a Slots,
    pub(crate) id: String,
    pub(crate) task: &'a Task,
    pub(crate) hashes: &'a Hashes,
    /// Called with the number of bytes that have arrived.
    pub(crate) on_sent: &'a (dyn Fn(u64) + Sync),
}

impl Sending<'_> {
    /// Sends the file. `again` returns a new ticket after the URL has expired.
    pub(crate) fn send(&self, ticket: Ticket, again: &dyn Fn() -> Result<Ticket, Failure>) -> Result<(), Failure> {
        match ticket {
            Ticket { multipart: Some(multipart), .. } => self.in_parts(&multipart),
            ticket => self.whole(ticket, again),
        }
    }

    fn whole(&self, mut ticket: Ticket, again: &dyn Fn() -> Result<Ticket, Failure>) -> Result<(), Failure> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            let Some(url) = &ticket.url else { return Err(unexpected()) };
            let file = File::open(&self.task.file.path).map_err(|error| self.unreadable(&error))?;
            if file.metadata().map_err(|error| self.unreadable(&error))?.len() != self.task.file.size_bytes {
                return Err(changed());
            }
            let sent = self.slots.hold(|| self.client.put(url, &ticket.headers, &FileBody::File(&file)));
            let Some(reason) = self.retry_reason(sent)? else { break };
            if attempt == ATTEMPTS {
                return Err(reason);
            }
            thread::sleep(pause);
            pause *= 2;
            ticket = again()?;
        }
        (self.on_sent)(self.task.file.size_bytes);
        Ok(())
    }

    fn in_parts(&self, multipart: &Multipart) -> Result<(), Failure> {
        let numbers: Vec<u32> = (1..).zip(&self.hashes.parts).map(|(number, _)| number).collect();
        let SignedParts { parts, uploaded_parts } = self.sign(&numbers)?;
        for part in &uploaded_parts {
            (self.on_sent)(self.part_bytes(part.number, multipart));
        }
        let done = Mutex::new(uploaded_parts);
        let failure = Mutex::new(None);
        thread::scope(|scope| {
            for part in parts {
                let (done, failure) = (&done, &failure);
                scope.spawn(move || match self.part(part, multipart, failure) {
                    Ok(Some(part)) => done.lock().unwrap_or_else(PoisonError::into_inner).push(part),
                    Ok(None) => {}
                    Err(reason) => drop(failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason)),
                });
            }
        });
        if let Some(failure) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(failure);
        }
        let mut parts = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        parts.sort_by_key(|part| part.number);
        let path = format!("/uploads/{}/complete", self.id);
        self.client.send::<Value>(&Method::POST, &path, &json!({ "parts": parts })).map(drop)
    }

    /// Sends one part. Returns `None` if another part has failed before this one began.
    fn part(
        &self,
        mut part: SignedPart,
        multipart: &Multipart,
        failed: &Mutex<Option<Failure>>,
    ) -> Result<Option<SentPart>, Failure> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=ATTEMPTS {
            let sent = self.slots.hold(|| {
                if failed.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                    return Ok(None);
                }
                let bytes = self.read_part(part.number, multipart)?;
                Ok(Some(self.client.put(&part.url, &part.headers, &FileBody::Bytes(&bytes))))
            })?;
            let Some(sent) = sent else { return Ok(None) };
            let etag = sent.as_ref().map(|stored| stored.etag.clone()).unwrap_or_default();
            let Some(reason) = self.retry_reason(sent)? else {
                (self.on_sent)(self.part_bytes(part.number, multipart));
                return Ok(Some(SentPart { number: part.number, etag }));
            };
            if attempt == ATTEMPTS {
                return Err(reason);
            }
            thread::sleep(pause);
            pause *= 2;
            let mut signed = self.sign(&[part.number])?;
            if let Some(arrived) = signed.uploaded_parts.pop() {
                (self.on_sent)(self.part_bytes(part.number, multipart));
                return Ok(Some(arrived));
            }
            part = signed.parts.pop().ok_or_else(unexpected)?;
        }
        Ok(None)
    }

    fn sign(&self, numbers: &[u32]) -> Result<SignedParts, Failure> {
        if numbers.len() > PARTS_MAX as usize {
            return Err(unexpected());
        }
        let hash = |number: u32| self.hashes.parts.get(number as usize - 1);
        let parts: Vec<Value> =
            numbers.iter().map(|number| json!({ "number": number, "sha256": hash(*number) })).collect();
        self.client.send(&Method::POST, &format!("/uploads/{}/parts", self.id), &json!({ "parts": parts }))
    }

    fn part_bytes(&self, number: u32, multipart: &Multipart) -> u64 {
        let start = u64::from(number.saturating_sub(1)) * multipart.part_size_bytes;
        self.task.file.size_bytes.saturating_sub(start).min(multipart.part_size_bytes)
    }

    fn read_part(&self, number: u32, multipart: &Multipart) -> Result<Vec<u8>, Failure> {
        let read = || {
            let mut file = File::open(&self.task.file.path)?;
            file.seek(SeekFrom::Start(u64::from(number.saturating_sub(1)) * multipart.part_size_bytes))?;
            let size = self.part_bytes(number, multipart);
            let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
            file.take(size).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|error| self.unreadable(&error))?;
        if bytes.len() as u64 == self.part_bytes(number, multipart) { Ok(bytes) } else { Err(changed()) }
    }

    /// Returns the failure after which the transfer is repeated; `None` if it succeeded.
    fn retry_reason(&self, sent: Result<Stored, String>) -> Result<Option<Failure>, Failure> {
        match sent {
            Ok(Stored { status: 200..300, .. }) => Ok(None),
            // The hash is part of the signature. A connection that stalled and an expired signature are repeated.
            Ok(Stored { status: 400, error, .. }) if !["RequestTimeout", "ExpiredToken"].contains(&error.as_str()) => {
                Err(changed())
            }
            // 403: the URL has expired.
            Ok(Stored { status: status @ 400..500, .. }) => {
                Ok(Some(Failure::NotSent(format!("The file store answered {status}. Run the command again."))))
            }
            Ok(Stored { status, .. }) => Ok(Some(Failure::Unreachable(format!("The file store answered {status}.")))),
            Err(reason) => Ok(Some(Failure::Unreachable(format!("The file store does not answer: {reason}")))),
        }
    }

    fn unreadable(&self, error: &std::io::Error) -> Failure {
        Failure::Unreadable(format!("It cannot be read: {error}."))
    }
}

fn changed() -> Failure {
    let text = "It changed while it was being sent. Run the command again when nobody writes to it.";
    Failure::Unreadable(text.into())
}

fn unexpected() -> Failure {
    Failure::Unreachable("The server sent an answer that this version does not understand. Update note-ninja.".into())
}
