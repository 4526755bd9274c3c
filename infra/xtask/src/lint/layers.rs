//! Layers of the code: the table of allowed imports between folders, for Rust and for the web app. `imports.rs` beside
//! it checks the code against the table and also rejects import cycles.

use self::Knows::{Above, Only};

/// A part of the tree whose folders form layers.
pub(crate) struct Part {
    /// Folder to which the names of the layers are relative.
    pub(crate) root: &'static str,
    /// Layers, from the most independent one to the one that may import all others.
    pub(crate) floors: &'static [Floor],
    /// Layers whose subfolders must not import each other.
    pub(crate) apart: &'static [Apart],
    /// Folders that only one layer may import.
    pub(crate) behind: &'static [Behind],
}

/// A folder, or a file without its extension, and its allowed imports besides itself. Paths outside all layers may
/// import anything. `**/name` matches every folder and file with this name.
pub(crate) struct Floor(pub(crate) &'static str, pub(crate) Knows);

pub(crate) enum Knows {
    /// All layers before it in the list.
    Above,
    /// Only these earlier layers, or folders outside all layers.
    Only(&'static [&'static str]),
}

/// A layer whose subfolders must not import each other, and the file where they are combined.
pub(crate) struct Apart(pub(crate) &'static str, pub(crate) &'static str);

/// A folder, and the only layer that may import it.
pub(crate) struct Behind(pub(crate) &'static str, pub(crate) &'static str);

const fn part(root: &'static str, floors: &'static [Floor]) -> Part {
    Part { root, floors, apart: &[], behind: &[] }
}

/// The crates and the web app. Cargo allows a crate to use the dependencies in its manifest; this table restricts the
/// manifests.
pub(crate) const WORKSPACE: Part = part(
    "",
    &[
        Floor("wasm-core", Only(&[])),
        Floor("wasm-core/bindings", Only(&["wasm-core"])),
        Floor("functions/inspect", Only(&["wasm-core"])),
        Floor("functions/readers", Only(&["wasm-core", "functions/inspect"])),
        Floor("functions/model", Only(&["wasm-core"])),
        Floor("functions/aws", Only(&["wasm-core", "functions/model"])),
        Floor("functions/store", Only(&["wasm-core", "functions/model", "functions/aws"])),
        Floor("functions/api", Only(&["wasm-core", "functions/store"])),
        Floor("functions/ingest", Only(&["wasm-core", "functions/inspect", "functions/store"])),
        Floor("functions/background", Only(&["wasm-core", "functions/store"])),
        Floor("functions/lambda", Above),
        Floor("functions/tokens", Only(&[])),
        // Neither the readers nor the Lambda programs: they would delay the build for the first page.
        Floor(
            "infra/local",
            Only(&[
                "wasm-core",
                "functions/inspect",
                "functions/store",
                "functions/api",
                "functions/ingest",
                "functions/background",
            ]),
        ),
        Floor("infra/chores", Only(&[])),
        Floor("infra/xtask", Only(&["wasm-core", "infra/chores"])),
        Floor("infra/bench", Only(&["wasm-core", "infra/chores"])),
        Floor("infra/mutants", Only(&["infra/chores"])),
        Floor("web/src", Only(&[])),
    ],
);

/// Layers within the crates and the web app. A crate that is missing here is a single layer.
const INSIDE: [Part; 8] = [
    part(
        "wasm-core/src",
        &[
            Floor("limits", Only(&[])),
            Floor("course", Only(&["limits"])),
            Floor("album", Only(&[])),
            Floor("duration", Only(&[])),
            Floor("order", Only(&[])),
            Floor("unicode", Only(&[])),
            Floor("text", Only(&["unicode"])),
            Floor("legacy_text", Only(&[])),
            Floor("shelf", Only(&["text"])),
            Floor("anki", Only(&[])),
            Floor("forms", Only(&["limits", "course", "album", "unicode", "shelf", "anki"])),
            Floor("catalogue", Only(&["limits", "course", "album", "order", "text", "shelf"])),
            Floor("search", Only(&["limits", "course", "order", "text", "catalogue"])),
            Floor("inside", Only(&["order", "text", "catalogue", "search"])),
            Floor("recommend", Only(&["course", "order", "catalogue"])),
            Floor("position", Only(&["limits"])),
            Floor("player", Only(&["limits", "position"])),
            Floor("reading", Only(&["limits", "position"])),
            Floor("study", Only(&["limits"])),
        ],
    ),
    part(
        "functions/inspect/src",
        &[
            Floor("blob", Only(&[])),
            Floor("reason", Only(&[])),
            Floor("image", Only(&["blob"])),
            Floor("audio", Only(&["blob"])),
            Floor("pdf", Only(&["blob"])),
            Floor("deck", Only(&["image"])),
            Floor("protocol", Above),
            Floor("inspector", Above),
        ],
    ),
    part(
        "functions/readers/src",
        &[
            Floor("image", Only(&[])),
            Floor("audio", Only(&["image"])),
            Floor("pdf", Only(&[])),
            Floor("deck", Only(&["image"])),
            Floor("walls", Only(&[])),
            Floor("process", Above),
        ],
    ),
    part(
        "functions/model/src",
        &[
            Floor("timestamp", Only(&[])),
            Floor("error", Only(&[])),
            Floor("ids", Only(&["timestamp"])),
            Floor("facts", Only(&["ids"])),
            Floor("kind", Only(&["ids"])),
            Floor("page", Only(&["error"])),
            Floor("rank", Only(&[])),
            Floor("keys", Above),
        ],
    ),
    part(
        "functions/store/src",
        &[
            Floor("personal", Only(&[])),
            Floor("library", Only(&[])),
            Floor("register", Above),
            Floor("uploads", Above),
            Floor("publishing", Above),
            Floor("study", Above),
            Floor("people", Above),
            Floor("mine", Above),
            Floor("desk", Above),
            Floor("upkeep", Above),
        ],
    ),
    part(
        "functions/background/src",
        &[Floor("stream", Only(&[])), Floor("changes", Only(&["stream"])), Floor("inside", Only(&["stream"]))],
    ),
    part(
        "functions/api/src",
        &[
            // Wire types may import only wire types.
            Floor("**/wire", Only(&[])),
            Floor("http/audience", Only(&[])),
            Floor("http/client", Only(&[])),
            Floor("metrics", Only(&["pages"])),
            Floor("logs", Only(&["metrics"])),
            Floor("settings", Only(&[])),
            Floor("http/origin", Only(&["settings"])),
            Floor("http/problem", Only(&["**/wire"])),
            Floor("http/page", Only(&["http/problem"])),
            Floor("http/trace", Only(&["http/problem", "http/page"])),
            Floor("http/auth/cookie", Only(&[])),
            Floor("http/auth/password", Only(&[])),
            Floor("http/auth/signature", Only(&[])),
            Floor("http/auth/caller", Only(&["http/problem"])),
            Floor("http/auth/token", Only(&["http/auth/signature", "http/auth/caller"])),
            Floor("state", Only(&["settings", "http/problem", "http/auth/cookie", "http/auth/token"])),
            Floor("http/auth/browser", Only(&["http/auth/cookie", "state"])),
            Floor("http/auth/credentials", Only(&["http/problem", "http/auth/password", "state"])),
            Floor("http/auth/guesses", Only(&["http/client", "http/problem", "state"])),
            Floor(
                "http/auth/guard",
                Only(&["http/audience", "http/problem", "http/auth/caller", "http/auth/token", "state"]),
            ),
            Floor("http/extract", Only(&["**/wire", "http/problem"])),
            Floor("http/auth/tried", Only(&["http/client", "http/problem", "state", "http/extract"])),
            Floor(
                "http/arguments",
                Only(&[
                    "**/wire",
                    "http/client",
                    "http/auth/browser",
                    "http/auth/caller",
                    "http/auth/tried",
                    "http/extract",
                    "state",
                ]),
            ),
            Floor("http/routing", Only(&["http/audience", "state", "http/auth/guard", "http/arguments"])),
            Floor("http/openapi", Only(&["**/wire", "http/audience", "state", "http/routing"])),
        ],
    ),
    Part {
        apart: &[Apart("features", "route modules")],
        behind: &[Behind("core/generated", "core")],
        ..part(
            "web/src",
            &[
                Floor("lib", Only(&[])),
                Floor("core", Above),
                Floor("api", Above),
                Floor("session", Above),
                // The page and the service worker share the kinds of changes, which must not import the queue, the
                // session or the query cache.
                Floor("offline/outbox/kinds", Only(&["lib", "core", "api"])),
                Floor("offline", Above),
                Floor("data/query", Above),
                Floor("data", Above),
                Floor("ui", Only(&["lib", "core", "styles"])),
                Floor("player", Above),
                Floor("parts", Above),
                Floor("features", Above),
                Floor("app", Above),
            ],
        )
    },
];

pub(crate) fn parts() -> impl Iterator<Item = &'static Part> {
    std::iter::once(&WORKSPACE).chain(&INSIDE)
}

/// External crates that only these folders may use, by their name in `use`.
pub(crate) const HOMES: [(&str, &[&str]); 4] = [
    ("aws_sdk_dynamodb", &["functions/aws", "functions/store/examples"]),
    ("aws_sdk_s3", &["functions/aws"]),
    ("aws_sdk_cognitoidentityprovider", &["functions/aws", "functions/store/examples"]),
    ("wasm_bindgen", &["wasm-core/bindings"]),
];

impl Part {
    /// Returns the index of the layer of a path. `path` is relative to the root of the part.
    pub(crate) fn floor_of(&self, path: &str) -> Option<usize> {
        let on = |floor: &Floor| is_in(path, floor.0);
        let places = 0..self.floors.len();
        places.filter(|place| on(&self.floors[*place])).max_by_key(|place| self.floors[*place].0.len())
    }

    /// Returns the names of the layers that a layer may import.
    pub(crate) fn known_to(&self, floor: usize) -> Vec<&'static str> {
        match self.floors[floor].1 {
            Above => self.floors[..floor].iter().map(|above| above.0).collect(),
            Only(known) => known.to_vec(),
        }
    }
}

/// Returns true if a file belongs to this folder, is its module file, or has this name.
pub(crate) fn is_in(path: &str, folder: &str) -> bool {
    if let Some(name) = folder.strip_prefix("**/") {
        return path.split(['/', '.']).any(|part| part == name);
    }
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_layer_imports_one_below_it() {
        for part in parts() {
            for (place, Floor(name, _)) in part.floors.iter().enumerate() {
                for known in part.known_to(place) {
                    let is_above = part.floor_of(known).is_none_or(|other| other < place);
                    assert!(is_above, "{}: {name} stands above {known}", part.root);
                }
            }
        }
    }

    #[test]
    fn a_file_belongs_to_the_layer_with_the_longest_matching_path() {
        const PART: Part = part("", &[Floor("auth", Only(&[])), Floor("auth/guard", Above)]);
        assert_eq!(PART.floor_of("auth/guard.rs"), Some(1));
        assert_eq!(PART.floor_of("auth/guards.rs"), Some(0));
        assert_eq!(PART.floor_of("authors.rs"), None);
    }

    #[test]
    fn a_wildcard_layer_contains_every_file_and_folder_of_that_name() {
        const PART: Part = part("", &[Floor("**/wire", Only(&[]))]);
        for path in ["mine/likes/wire.rs", "library/wire/facts.rs", "wire.rs"] {
            assert_eq!(PART.floor_of(path), Some(0), "{path}");
        }
        assert_eq!(PART.floor_of("mine/wires.rs"), None);
    }
}
