//! Tests of the sandbox from inside a restricted process.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs::{self, File};
use std::io::Read as _;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::os::unix::process::parent_id;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use readers::enter_sandbox;

/// Environment variable that is set in the child process in which a test enters the sandbox. Its value is an address
/// that must become unreachable.
const INSIDE: &str = "NOTE_NINJA_INSIDE";
const ME: &str = "h7_a_sandboxed_process_cannot_read_the_parents_environment_or_open_sockets";

#[test]
fn h7_a_sandboxed_process_cannot_read_the_parents_environment_or_open_sockets() {
    if std::env::var_os(INSIDE).is_some() {
        return try_everything();
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", ME, "--nocapture"])
        .env(INSIDE, listener.local_addr().unwrap().to_string())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success(), "{said}\n{}", String::from_utf8_lossy(&again.stderr));
    assert!(said.contains("1 passed"), "{said}");
}

fn try_everything() {
    let address = std::env::var(INSIDE).unwrap();
    let environment = format!("/proc/{}/environ", parent_id());
    let mut open = File::open("/proc/self/stat").unwrap();
    // Without the sandbox, these operations work.
    fs::read(&environment).unwrap();
    TcpStream::connect(&address).unwrap();
    UnixStream::pair().unwrap();

    let sandbox = enter_sandbox();
    assert!(sandbox.is_complete(), "this kernel lacks something: {sandbox:?}");

    fs::read(&environment).unwrap_err();
    fs::read("/etc/hostname").unwrap_err();
    fs::write(std::env::temp_dir().join("written-inside"), "").unwrap_err();
    TcpStream::connect(&address).unwrap_err();
    TcpListener::bind("127.0.0.1:0").unwrap_err();
    UdpSocket::bind("127.0.0.1:0").unwrap_err();
    UnixStream::pair().unwrap_err();
    Command::new("/bin/true").status().unwrap_err();
    // Open files stay readable.
    assert!(open.read(&mut [0; 16]).unwrap() > 0);
    // Decoders can still start threads.
    std::thread::spawn(|| UdpSocket::bind("127.0.0.1:0").unwrap_err()).join().unwrap();
}

#[test]
fn h7_a_reader_enters_its_sandbox_before_it_reads_the_file() {
    // Hours of silence in a sparse file, so that the reader runs for as long as the test needs.
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pcm.wav");
    let mut header = fs::read(fixture).unwrap()[..44].to_vec();
    header[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    header[40..44].copy_from_slice(&u32::MAX.to_le_bytes());
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), header).unwrap();
    file.as_file().set_len(8 << 30).unwrap();
    let mut reader = Command::new(env!("CARGO_BIN_EXE_reader"))
        .args(["--inspect", "recording", "20"])
        .arg(file.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", reader.id())).unwrap();
        let says = |line: &str| status.lines().any(|each| each == line);
        if says("Seccomp:\t2") && says("NoNewPrivs:\t1") {
            break;
        }
        assert!(reader.try_wait().unwrap().is_none() && Instant::now() < until, "it was never shut in: {status}");
        std::thread::sleep(Duration::from_millis(2));
    }
    reader.kill().unwrap();
    reader.wait().unwrap();
}
