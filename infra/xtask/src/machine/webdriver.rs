//! Finds Firefox and WebKitGTK, a screen and loudspeakers for them, or installs them.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::machine::{apt, tools};
use crate::run;

/// Tells the tests which Firefox to start.
pub(crate) const FIREFOX: &str = "NOTE_NINJA_FIREFOX";

const FIREFOX_NAMES: [&str; 2] = ["firefox-esr", "firefox"];

/// Debian's package of it.
const FIREFOX_PACKAGE: &str = "firefox-esr";

/// Debian's packages of everything else. WebKit's sound comes from GStreamer: one plugin reads MP3, one reaches the
/// loudspeakers.
const PACKAGES: [&str; 5] =
    ["webkit2gtk-driver", "gstreamer1.0-plugins-good", "gstreamer1.0-pulseaudio", "pulseaudio", "xvfb"];

/// Programs of these packages, for systems that name packages otherwise.
const PROGRAMS: [&str; 3] = ["WebKitWebDriver", "pulseaudio", "Xvfb"];

const ADVICE: &str = "The part `webdriver` of the tests needs Firefox, WebKitGTK's WebDriver, GStreamer with MP3 and PulseAudio, pulseaudio and Xvfb. Install them yourself; on Debian: apt-get install firefox-esr webkit2gtk-driver gstreamer1.0-plugins-good gstreamer1.0-pulseaudio pulseaudio xvfb";

/// The path of Firefox, once all that the journey needs is here: what is missing is installed first. Nothing on systems
/// that WebKitGTK is not made for.
pub(crate) fn find_or_install() -> Result<Option<PathBuf>> {
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
