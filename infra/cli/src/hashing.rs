//! SHA-256 of a file and of its parts, in one pass.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use ring::digest::{Context, SHA256};
use wasm_core::limits::PART_BYTES;

const BUFFER_BYTES: usize = 1024 * 1024;

/// Hashes of a file as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hashes {
    pub(crate) whole: String,
    /// One per part; empty for a file that is sent in one piece.
    pub(crate) parts: Vec<String>,
}

/// Reads a file of this size. With `in_parts`, also hashes its parts.
///
/// # Errors
/// The file cannot be read, or has another size than before.
pub(crate) fn hash(path: &Path, size_bytes: u64, in_parts: bool) -> io::Result<Hashes> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; BUFFER_BYTES];
    let (mut whole, mut part) = (Context::new(&SHA256), Context::new(&SHA256));
    let (mut read_bytes, mut part_bytes, mut parts) = (0, 0, Vec::new());
    loop {
        // The buffer divides the size of a part, so no read crosses its end.
        let read = read_full(&mut file, &mut buffer)?;
        if read == 0 {
            break;
        }
        let piece = &buffer[..read];
        read_bytes += read as u64;
        whole.update(piece);
        if in_parts {
            part.update(piece);
            part_bytes += read as u64;
            if part_bytes == PART_BYTES {
                parts.push(hex(std::mem::replace(&mut part, Context::new(&SHA256))));
                part_bytes = 0;
            }
        }
    }
    if part_bytes > 0 {
        parts.push(hex(part));
    }
    if read_bytes != size_bytes {
        return Err(io::Error::other("its size has changed. Run the command again when nobody writes to it"));
    }
    Ok(Hashes { whole: hex(whole), parts })
}

/// Fills the buffer, or reads up to the end of the file.
fn read_full(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// SHA-256 of bytes that arrive one after another.
#[derive(Clone)]
pub(crate) struct Digest(Context);

impl Default for Digest {
    fn default() -> Self {
        Self(Context::new(&SHA256))
    }
}

impl Digest {
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns 64 hexadecimal digits.
    pub(crate) fn hex(self) -> String {
        hex(self.0)
    }
}

/// Reads a file from its position to its end. Returns its digest and the number of bytes.
pub(crate) fn read_digest(file: &mut File) -> io::Result<(Digest, u64)> {
    let (mut digest, mut size_bytes) = (Digest::default(), 0);
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let read = read_full(file, &mut buffer)?;
        if read == 0 {
            return Ok((digest, size_bytes));
        }
        digest.update(&buffer[..read]);
        size_bytes += read as u64;
    }
}

/// Returns the SHA-256 of bytes as 64 hexadecimal digits.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.update(bytes);
    digest.hex()
}

fn hex(context: Context) -> String {
    context.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s6_cli_4_a_file_is_hashed_as_a_whole_and_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let bytes: Vec<u8> = (0..PART_BYTES + 3).map(|at| u8::try_from(at % 251).unwrap()).collect();
        std::fs::write(&path, &bytes).unwrap();
        let digest = |bytes: &[u8]| {
            let mut context = Context::new(&SHA256);
            context.update(bytes);
            hex(context)
        };
        let hashes = hash(&path, PART_BYTES + 3, true).unwrap();
        let (first, rest) = bytes.split_at(usize::try_from(PART_BYTES).unwrap());
        assert_eq!(hashes, Hashes { whole: digest(&bytes), parts: vec![digest(first), digest(rest)] });
        assert!(hash(&path, PART_BYTES, false).unwrap_err().to_string().contains("size has changed"));
    }
}
