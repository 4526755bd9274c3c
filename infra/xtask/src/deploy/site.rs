//! Which files of the built web app go where, in which order, with which type and cache header; and which old ones go.
//! No I/O: files and times are arguments.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

/// Where hashed files lie, in `web/dist` and in the bucket. Their content never changes.
const ASSETS: &str = "assets/";
/// Notes about what was published when. CloudFront may not read them.
pub(super) const RELEASES: &str = "releases/";
const PAGE: &str = "index.html";

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";

/// The page's worker. A broken one is healed by the next that is published, so no copy may stand in its way.
const WORKER: &str = "sw.js";
const NEVER_KEPT: &str = "no-store";

/// Days that the files of a replaced page are kept, for tabs that are still open.
const KEPT_DAYS: u64 = 30;
const DAY_SECS: u64 = 86_400;

/// What a browser must be told about a file, by its extension. A file of another kind stops the deployment: served as
/// plain bytes it would not work, and CloudFront would not compress it.
const TYPES: [(&str, &str); 12] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// One file and how it is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Upload {
    /// From the folder of the built app, and in the bucket.
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

    /// Everything that is not hashed; only this changes under its name.
    pub(super) fn is_page(&self) -> bool {
        !self.path.starts_with(ASSETS)
    }
}

/// What was published at some time. Kept in the bucket as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Release {
    /// Second since 1970, in ten digits, so that names sort by time.
    pub(super) id: String,
    /// Version of the source it was built from.
    pub(super) source: String,
    /// Every published file.
    pub(super) files: Vec<String>,
}

impl Release {
    pub(super) fn new(published_at_secs: u64, source: &str, uploads: &[Upload]) -> Self {
        let files = uploads.iter().map(|upload| upload.path.clone()).collect();
        Self { id: format!("{published_at_secs:010}"), source: source.to_owned(), files }
    }

    /// Where the note about it lies.
    pub(super) fn key(&self) -> String {
        format!("{RELEASES}{}.json", self.id)
    }

    /// Where its copy of an unhashed file lies, for a rollback.
    pub(super) fn copy_of(&self, path: &str) -> String {
        format!("{RELEASES}{}/{path}", self.id)
    }

    /// Its files that are not hashed, the page last but for the worker, which keeps a copy of the page.
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

/// The order in which files are published: what nothing refers to yet first, the page that refers to all after
/// them, so that at no moment anybody gets a page whose parts are missing; the worker, which copies all, last.
///
/// # Errors
/// When there is no page, or it names an asset that is not there, or a file has an unknown type.
pub(super) fn uploads(files: &[String], page: &str) -> Result<Vec<Upload>> {
    if !files.iter().any(|path| path == PAGE) {
        bail!("There is no {PAGE} in the built web app. `cargo xtask deploy` builds it first; is web/dist complete?");
    }
    if let Some(missing) = assets_in(page).find(|asset| !files.iter().any(|path| path == asset)) {
        bail!("The page names {missing}, which was not built. Delete web/dist and start again.");
    }
    let mut uploads: Vec<Upload> = files
        .iter()
        // Notes of the build tool, among them `.vite/manifest.json`.
        .filter(|path| !path.split('/').any(|part| part.starts_with('.')))
        .map(|path| Upload::of(path))
        .collect::<Result<_>>()?;
    uploads.sort_by_key(|upload| (upload.is_page(), upload.path == WORKER, upload.path == PAGE, upload.path.clone()));
    Ok(uploads)
}

/// Hashed files that are published alike, and one of them to say how.
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

/// Assets that the page names in `src` and `href`.
fn assets_in(page: &str) -> impl Iterator<Item = &str> {
    page.split('"').filter_map(|text| text.strip_prefix('/')).filter(|path| path.starts_with(ASSETS))
}

/// What CloudFront must forget: everything under a name that does not change.
pub(super) fn invalidations(uploads: &[Upload]) -> Vec<String> {
    uploads.iter().filter(|upload| upload.is_page()).map(|upload| format!("/{}", upload.path)).collect()
}

/// Files and notes that nobody can need any more: of releases that were replaced more than 30 days ago, unless a later
/// one has the same file. `releases` in any order, the new one among them.
pub(super) fn outdated(releases: &[Release], now_secs: u64) -> Vec<String> {
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
        gone.extend(release.page_files().into_iter().map(|path| release.copy_of(path)));
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
            "first-paint.js",
            "sw.js",
        ])
    }

    #[test]
    fn h40_assets_come_first_and_the_page_last() {
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
    fn h40_only_hashed_files_are_kept_by_caches_and_only_the_others_are_invalidated() {
        let all = uploads(&built(), INDEX).unwrap();
        let of = |path: &str| all.iter().find(|upload| upload.path == path).unwrap();
        assert_eq!(of("assets/core-c3.wasm").cache_control, "public, max-age=31536000, immutable");
        assert_eq!(of("index.html").cache_control, "no-cache");
        assert_eq!(of("first-paint.js").cache_control, "no-cache");
        assert_eq!(of("sw.js").cache_control, "no-store");
        assert_eq!(invalidations(&all), ["/first-paint.js", "/icon.svg", "/index.html", "/sw.js"]);
    }

    #[test]
    fn assets_of_one_kind_are_published_together_and_no_page_among_them() {
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
    fn every_file_has_a_type_that_works_under_nosniff() {
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
    fn what_would_not_work_is_not_published() {
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
    fn h40_files_of_an_open_tab_stay_for_thirty_days_after_their_page_was_replaced() {
        let releases = [
            release(100, &["assets/a.js", "assets/same.css", "index.html"]),
            release(200, &["assets/b.js", "assets/same.css", "index.html"]),
            release(300, &["assets/c.js", "assets/same.css", "index.html"]),
        ];
        let at = |day: u64| outdated(&releases, day * DAY_SECS);
        // The first one was replaced on day 200, the second on day 300, the third never.
        let first = ["assets/a.js", "releases/0008640000.json", "releases/0008640000/index.html"];
        assert_eq!(at(230), [""; 0]);
        assert_eq!(at(231), first);
        assert_eq!(at(330), first);
        assert_eq!(at(331).iter().filter(|path| path.starts_with("assets/")).count(), 2);
        assert!(!at(100_000).iter().any(|path| path == "assets/same.css" || path == "assets/c.js"));
    }

    #[test]
    fn a_release_reads_back_as_it_was_written_and_knows_its_page() {
        let made = Release::new(1_790_000_000, "abc", &uploads(&built(), INDEX).unwrap());
        let read: Release = serde_json::from_str(&serde_json::to_string(&made).unwrap()).unwrap();
        assert_eq!(read, made);
        assert_eq!(made.key(), "releases/1790000000.json");
        assert_eq!(made.page_files(), ["first-paint.js", "icon.svg", "index.html", "sw.js"]);
        assert_eq!(made.copy_of("index.html"), "releases/1790000000/index.html");
    }
}
