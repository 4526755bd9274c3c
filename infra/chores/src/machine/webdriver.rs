//! Finds or installs Firefox and WebKitGTK with a virtual screen and audio for them.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::machine::{apt, tools};
use crate::run;

/// Environment variable with the path of Firefox, for the tests.
pub const FIREFOX: &str = "NOTE_NINJA_FIREFOX";

const FIREFOX_NAMES: [&str; 2] = ["firefox-esr", "firefox"];

const FIREFOX_PACKAGE: &str = "firefox-esr";

/// Debian packages of everything else. WebKit plays sound through GStreamer: one plugin decodes MP3, one connects to
/// the audio server.
const PACKAGES: [&str; 5] =
    ["webkit2gtk-driver", "gstreamer1.0-plugins-good", "gstreamer1.0-pulseaudio", "pulseaudio", "xvfb"];

/// Programs of these packages, for systems with other package names.
const PROGRAMS: [&str; 3] = ["WebKitWebDriver", "pulseaudio", "Xvfb"];

const ADVICE: &str = "The part `webdriver` of the tests needs Firefox, WebKitGTK's WebDriver, GStreamer with MP3 and PulseAudio, pulseaudio and Xvfb. Install them yourself; on Debian: apt-get install firefox-esr webkit2gtk-driver gstreamer1.0-plugins-good gstreamer1.0-pulseaudio pulseaudio xvfb";

/// Returns the path of Firefox after installing everything that is missing. Returns `None` on systems without
/// WebKitGTK.
pub fn find_or_install() -> Result<Option<PathBuf>> {
    if !cfg!(target_os = "linux") {
        return Ok(None);
    }
    let firefox = tools::on_path(&FIREFOX_NAMES).is_none().then_some(FIREFOX_PACKAGE);
    let wanted: Vec<&str> = PACKAGES.into_iter().chain(firefox).collect();
    let missing = apt::missing(&wanted).unwrap_or_default();
    if !missing.is_empty() {
        run::step(&format!("installing {}", missing.join(", ")), || {
            apt::update().and_then(|()| apt::install(&missing)).map_err(|e| e.context(ADVICE))
        })?;
    }
    match tools::on_path(&FIREFOX_NAMES) {
        Some(firefox) if PROGRAMS.iter().all(|name| tools::on_path(&[name]).is_some()) => Ok(Some(firefox)),
        _ => bail!(ADVICE),
    }
}
