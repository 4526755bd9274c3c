//! Rules for publishing the built web app: target, order, content type and cache header of each file, and removal of
//! old ones. No I/O: files and times are arguments.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

/// Folder of hashed files in `web/dist` and in the bucket. Their content never changes.
const ASSETS: &str = "assets/";
/// Folder of release records. CloudFront may not read it.
pub(super) const RELEASES: &str = "releases/";
/// Folder of the texts that the operator may replace. They are not part of a release (`texts.rs`).
pub(super) const TEXTS: &str = "legal/";
const PAGE: &str = "index.html";

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";

/// The service worker. It must not be cached, so that the next release can replace a broken one.
const WORKER: &str = "sw.js";
const NEVER_KEPT: &str = "no-store";

/// Number of days before files of a replaced release are deleted. Tabs that are still open need them.
const KEPT_DAYS: u64 = 30;
const DAY_SECS: u64 = 86_400;

/// Content types by extension. An unknown extension stops the deployment: the file would not work as plain bytes, and
/// CloudFront would not compress it.
const TYPES: [(&str, &str); 17] = [
    ("bcmap", "application/octet-stream"),
    ("bin", "application/octet-stream"),
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("icc", "application/vnd.iccprofile"),
    ("ico", "image/x-icon"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("pfb", "application/x-font-type1"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("ttf", "font/ttf"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// One file to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Upload {
    /// Path relative to the folder of the built app, and key in the bucket.
    pub(super) path: String,
    pub(super) content_type: &'static str,
    pub(super) cache_control: &'static str,
}

impl Upload {
    fn of(path: &str) -> Result<Self> {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        let Some((_, content_type)) = TYPES.iter().find(|(known, _)| *known == extension) else {
            bail!(
                "The content type of {path} is unknown. Add `{extension}` to TYPES in infra/xtask/src/deploy/site.rs."
            );
        };
        let cache_control = match path {
            WORKER => NEVER_KEPT,
            _ if path.starts_with(ASSETS) => IMMUTABLE,
            _ => REVALIDATE,
        };
        Ok(Self { path: path.to_owned(), content_type, cache_control })
    }

    /// Returns true for files that are not hashed. Only they change under the same name.
    pub(super) fn is_page(&self) -> bool {
        !self.path.starts_with(ASSETS)
    }
}

/// One release, stored in the bucket as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Release {
    /// Unix seconds with ten digits, so that ids sort by time.
    pub(super) id: String,
    /// Version of the source.
    pub(super) source: String,
    /// Every published file.
    pub(super) files: Vec<String>,
}

impl Release {
    pub(super) fn new(published_at_secs: u64, source: &str, uploads: &[Upload]) -> Self {
        let files = uploads.iter().map(|upload| upload.path.clone()).collect();
        Self { id: format!("{published_at_secs:010}"), source: source.to_owned(), files }
    }

    /// Returns the key of the release record.
    pub(super) fn key(&self) -> String {
        format!("{RELEASES}{}.json", self.id)
    }

    /// Returns the key of the release's copy of an unhashed file, for a rollback.
    pub(super) fn rollback_key(&self, path: &str) -> String {
        format!("{RELEASES}{}/{path}", self.id)
    }

    /// Returns the unhashed files. The page comes after the others, and the worker, which stores a copy of the page,
    /// last.
    pub(super) fn page_files(&self) -> Vec<&str> {
        let mut files: Vec<&str> =
            self.files.iter().map(String::as_str).filter(|path| !path.starts_with(ASSETS)).collect();
        files.sort_by_key(|path| (*path == WORKER, *path == PAGE, *path));
        files
    }

    fn published_at_secs(&self) -> u64 {
        self.id.parse().unwrap_or(0)
    }
}

/// Returns the files in the order of publication. Assets come first and the page after them, so that no visitor gets a
/// page with missing assets. The worker, which copies all files, comes last.
///
/// # Errors
/// If the page or one of its assets is missing, or a file has an unknown type.
pub(super) fn uploads(files: &[String], page: &str) -> Result<Vec<Upload>> {
    if !files.iter().any(|path| path == PAGE) {
        bail!("There is no {PAGE} in the built web app. `cargo xtask deploy` builds it first; is web/dist complete?");
    }
    if let Some(missing) = assets_in(page).find(|asset| !files.iter().any(|path| path == asset)) {
        bail!("The page names {missing}, which was not built. Delete web/dist and start again.");
    }
    let mut uploads: Vec<Upload> = files
        .iter()
        // Files of the build tool, such as `.vite/manifest.json`.
        .filter(|path| !path.split('/').any(|part| part.starts_with('.')))
        .filter(|path| !path.starts_with(TEXTS))
        .map(|path| Upload::of(path))
        .collect::<Result<_>>()?;
    uploads.sort_by_key(|upload| (upload.is_page(), upload.path == WORKER, upload.path == PAGE, upload.path.clone()));
    Ok(uploads)
}

/// Groups hashed files with equal headers. The first element represents the group.
pub(super) fn assets_by_kind(uploads: &[Upload]) -> Vec<(&Upload, Vec<&str>)> {
    let mut kinds: Vec<(&Upload, Vec<&str>)> = Vec::new();
    for upload in uploads.iter().filter(|upload| !upload.is_page()) {
        match kinds.iter_mut().find(|(alike, _)| alike.content_type == upload.content_type) {
            Some((_, paths)) => paths.push(&upload.path),
            None => kinds.push((upload, vec![&upload.path])),
        }
    }
    kinds
}

/// Returns the assets in `src` and `href` attributes of the page.
fn assets_in(page: &str) -> impl Iterator<Item = &str> {
    page.split('"').filter_map(|text| text.strip_prefix('/')).filter(|path| path.starts_with(ASSETS))
}

/// Returns the paths to invalidate in CloudFront: all files whose name does not change.
pub(super) fn invalidations(uploads: &[Upload]) -> Vec<String> {
    uploads.iter().filter(|upload| upload.is_page()).map(|upload| format!("/{}", upload.path)).collect()
}

/// Returns the files and records that no tab can still need: those of releases replaced more than 30 days ago, except
/// files that a later release also has. `releases` may have any order and includes the new one.
pub(super) fn outdated_keys(releases: &[Release], now_secs: u64) -> Vec<String> {
    let mut by_time: Vec<&Release> = releases.iter().collect();
    by_time.sort_by(|a, b| a.id.cmp(&b.id));
    let replaced_before = now_secs.saturating_sub(KEPT_DAYS * DAY_SECS);
    let is_old = |place: usize| by_time.get(place + 1).is_some_and(|next| next.published_at_secs() < replaced_before);
    let (mut needed, mut old) = (BTreeSet::new(), Vec::new());
    for (place, release) in by_time.iter().enumerate() {
        if is_old(place) {
            old.push(*release);
        } else {
            needed.extend(&release.files);
        }
    }
    let mut gone: BTreeSet<String> = BTreeSet::new();
    for release in old {
        gone.extend(release.files.iter().filter(|path| path.starts_with(ASSETS) && !needed.contains(path)).cloned());
        gone.extend(release.page_files().into_iter().map(|path| release.rollback_key(path)));
        gone.insert(release.key());
    }
    gone.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str =
        r#"<script type="module" src="/assets/index-a1.js"></script><link href="/assets/index-b2.css">"#;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|&name| name.to_owned()).collect()
    }

    fn built() -> Vec<String> {
        names(&[
            ".vite/manifest.json",
            "assets/core-c3.wasm",
            "assets/hanken-d4.woff2",
            "assets/index-a1.js",
            "assets/index-b2.css",
            "icon.svg",
            "index.html",
            "legal/privacy.md",
            "first-paint.js",
            "sw.js",
        ])
    }

    #[test]
    fn h40_assets_are_published_before_the_page() {
        let order: Vec<_> = uploads(&built(), INDEX).unwrap().into_iter().map(|upload| upload.path).collect();
        let wanted = [
            "assets/core-c3.wasm",
            "assets/hanken-d4.woff2",
            "assets/index-a1.js",
            "assets/index-b2.css",
            "first-paint.js",
            "icon.svg",
            "index.html",
            "sw.js",
        ];
        assert_eq!(order, wanted);
    }

    #[test]
    fn h40_only_files_with_a_hash_in_their_name_are_cached_and_only_the_others_are_invalidated() {
        let all = uploads(&built(), INDEX).unwrap();
        let of = |path: &str| all.iter().find(|upload| upload.path == path).unwrap();
        assert_eq!(of("assets/core-c3.wasm").cache_control, "public, max-age=31536000, immutable");
        assert_eq!(of("index.html").cache_control, "no-cache");
        assert_eq!(of("first-paint.js").cache_control, "no-cache");
        assert_eq!(of("sw.js").cache_control, "no-store");
        assert_eq!(invalidations(&all), ["/first-paint.js", "/icon.svg", "/index.html", "/sw.js"]);
    }

    #[test]
    fn pages_are_not_published_with_the_assets_which_are_grouped_by_content_type() {
        let mut files = built();
        files.push("assets/more-f6.js".into());
        let all = uploads(&files, INDEX).unwrap();
        let kinds: Vec<_> =
            assets_by_kind(&all).into_iter().map(|(alike, paths)| (alike.content_type, paths)).collect();
        let wanted = [
            ("application/wasm", vec!["assets/core-c3.wasm"]),
            ("font/woff2", vec!["assets/hanken-d4.woff2"]),
            ("text/javascript; charset=utf-8", vec!["assets/index-a1.js", "assets/more-f6.js"]),
            ("text/css; charset=utf-8", vec!["assets/index-b2.css"]),
        ];
        assert_eq!(kinds, wanted);
    }

    #[test]
    fn every_published_file_has_a_content_type_accepted_under_nosniff() {
        let all = uploads(&built(), INDEX).unwrap();
        let types: Vec<_> = all.iter().map(|upload| upload.content_type).collect();
        let wanted = [
            "application/wasm",
            "font/woff2",
            "text/javascript; charset=utf-8",
            "text/css; charset=utf-8",
            "text/javascript; charset=utf-8",
            "image/svg+xml",
            "text/html; charset=utf-8",
            "text/javascript; charset=utf-8",
        ];
        assert_eq!(types, wanted);
    }

    #[test]
    fn an_incomplete_build_or_unknown_file_type_is_not_published() {
        let mut odd = built();
        odd.push("assets/odd-e5.xyz".into());
        assert!(uploads(&odd, INDEX).unwrap_err().to_string().contains("assets/odd-e5.xyz"));
        let cut: Vec<_> = built().into_iter().filter(|path| path != "assets/index-a1.js").collect();
        assert!(uploads(&cut, INDEX).unwrap_err().to_string().contains("assets/index-a1.js"));
        assert!(uploads(&names(&["first-paint.js"]), "").unwrap_err().to_string().contains("index.html"));
    }

    fn release(day: u64, files: &[&str]) -> Release {
        Release { id: format!("{:010}", day * DAY_SECS), source: "abc".into(), files: names(files) }
    }

    #[test]
    fn h40_assets_of_a_replaced_release_are_kept_for_thirty_days_for_open_tabs() {
        let releases = [
            release(100, &["assets/a.js", "assets/same.css", "index.html"]),
            release(200, &["assets/b.js", "assets/same.css", "index.html"]),
            release(300, &["assets/c.js", "assets/same.css", "index.html"]),
        ];
        let at = |day: u64| outdated_keys(&releases, day * DAY_SECS);
        // The first release was replaced on day 200, the second on day 300, the third never.
        let first = ["assets/a.js", "releases/0008640000.json", "releases/0008640000/index.html"];
        assert_eq!(at(230), [""; 0]);
        assert_eq!(at(231), first);
        assert_eq!(at(330), first);
        assert_eq!(at(331).iter().filter(|path| path.starts_with("assets/")).count(), 2);
        assert!(!at(100_000).iter().any(|path| path == "assets/same.css" || path == "assets/c.js"));
    }

    #[test]
    fn a_release_record_round_trips_and_lists_the_files_of_its_page() {
        let made = Release::new(1_790_000_000, "abc", &uploads(&built(), INDEX).unwrap());
        let read: Release = serde_json::from_str(&serde_json::to_string(&made).unwrap()).unwrap();
        assert_eq!(read, made);
        assert_eq!(made.key(), "releases/1790000000.json");
        assert_eq!(made.page_files(), ["first-paint.js", "icon.svg", "index.html", "sw.js"]);
        assert_eq!(made.rollback_key("index.html"), "releases/1790000000/index.html");
    }
}
