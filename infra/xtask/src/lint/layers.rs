//! Layers of the code: the table of allowed imports between folders, for Rust and for the web app. `imports.rs` beside
//! it checks the code against the table and also rejects import cycles.

use self::AllowedDeps::{Earlier, Only};

/// A part of the tree whose folders form layers.
pub(crate) struct LayeredTree {
    /// Folder to which the names of the layers are relative.
    pub(crate) root: &'static str,
    /// Layers, from the most independent one to the one that may import all others.
    pub(crate) layers: &'static [Layer],
    /// Layers whose subfolders must not import each other.
    pub(crate) independent: &'static [IndependentModules],
    /// Folders that only one layer may import.
    pub(crate) private: &'static [PrivateTo],
}

/// A folder, or a file without its extension, and its allowed imports besides itself. Paths outside all layers may
/// import anything. `**/name` matches every folder and file with this name.
pub(crate) struct Layer(pub(crate) &'static str, pub(crate) AllowedDeps);

pub(crate) enum AllowedDeps {
    /// All layers before it in the list.
    Earlier,
    /// Only these earlier layers, or folders outside all layers.
    Only(&'static [&'static str]),
}

/// A layer whose subfolders must not import each other, and the file where they are combined.
pub(crate) struct IndependentModules(pub(crate) &'static str, pub(crate) &'static str);

/// A folder, and the only layer that may import it.
pub(crate) struct PrivateTo(pub(crate) &'static str, pub(crate) &'static str);

const fn part(root: &'static str, layers: &'static [Layer]) -> LayeredTree {
    LayeredTree { root, layers, independent: &[], private: &[] }
}

/// The crates and the web app. Cargo allows a crate to use the dependencies in its manifest; this table restricts the
/// manifests.
pub(crate) const WORKSPACE: LayeredTree = part(
    "",
    &[
        Layer("wasm-core", Only(&[])),
        Layer("wasm-core/meaning", Only(&["wasm-core"])),
        Layer("wasm-core/bindings", Only(&["wasm-core", "wasm-core/meaning"])),
        Layer("functions/inspect", Only(&["wasm-core"])),
        Layer("functions/readers", Only(&["wasm-core", "functions/inspect"])),
        Layer("functions/model", Only(&["wasm-core"])),
        Layer("functions/aws", Only(&["wasm-core", "functions/model"])),
        Layer("functions/store", Only(&["wasm-core", "functions/model", "functions/aws"])),
        Layer("functions/api", Only(&["wasm-core", "functions/store"])),
        Layer("functions/ingest", Only(&["wasm-core", "functions/inspect", "functions/store"])),
        Layer("functions/background", Only(&["wasm-core", "wasm-core/meaning", "functions/store"])),
        Layer("functions/lambda", Earlier),
        Layer("functions/tokens", Only(&[])),
        // The local server may use neither the readers nor the Lambda programs, because they would delay the build for
        // the first page.
        Layer(
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
        Layer("infra/cli", Only(&["wasm-core"])),
        Layer("infra/chores", Only(&["wasm-core/meaning"])),
        Layer("infra/xtask", Only(&["wasm-core", "infra/chores"])),
        Layer("infra/bench", Only(&["wasm-core", "wasm-core/meaning", "infra/chores"])),
        Layer("infra/mutants", Only(&["infra/chores"])),
        Layer("web/src", Only(&[])),
    ],
);

/// Layers within the crates and the web app. A crate that is missing here is a single layer.
const INSIDE: [LayeredTree; 8] = [
    part(
        "wasm-core/src",
        &[
            Layer("limits", Only(&[])),
            Layer("course", Only(&["limits"])),
            Layer("album", Only(&[])),
            Layer("duration", Only(&[])),
            Layer("index_sort", Only(&[])),
            Layer("unicode", Only(&[])),
            Layer("text", Only(&["unicode"])),
            Layer("legacy_text", Only(&[])),
            Layer("shelf", Only(&["text"])),
            Layer("gaps", Only(&["limits"])),
            Layer("anki", Only(&["gaps"])),
            Layer("forms", Only(&["limits", "course", "album", "unicode", "shelf", "gaps", "anki"])),
            Layer("catalogue", Only(&["limits", "course", "album", "index_sort", "text", "shelf"])),
            Layer("search", Only(&["limits", "course", "index_sort", "text", "catalogue"])),
            Layer("full_text", Only(&["index_sort", "text", "catalogue", "search"])),
            Layer("recommend", Only(&["course", "index_sort", "catalogue"])),
            Layer("position", Only(&["limits"])),
            Layer("player", Only(&["limits", "position"])),
            Layer("reading", Only(&["limits", "position"])),
            Layer("study", Only(&["limits", "index_sort"])),
            Layer("transcript", Only(&["limits"])),
        ],
    ),
    part(
        "functions/inspect/src",
        &[
            Layer("blob", Only(&[])),
            Layer("reason", Only(&[])),
            Layer("image", Only(&["blob"])),
            Layer("audio", Only(&["blob"])),
            Layer("pdf", Only(&["blob"])),
            Layer("deck", Only(&["image"])),
            Layer("protocol", Earlier),
            Layer("extractor", Earlier),
        ],
    ),
    part(
        "functions/readers/src",
        &[
            Layer("image", Only(&[])),
            Layer("audio", Only(&["image"])),
            Layer("pdf", Only(&[])),
            Layer("deck", Only(&["image"])),
            Layer("sandbox", Only(&[])),
            Layer("process", Earlier),
        ],
    ),
    part(
        "functions/model/src",
        &[
            Layer("timestamp", Only(&[])),
            Layer("error", Only(&[])),
            Layer("ids", Only(&["timestamp"])),
            Layer("metadata", Only(&["ids"])),
            Layer("kind", Only(&["ids"])),
            Layer("page", Only(&["error"])),
            Layer("fractional_index", Only(&[])),
            Layer("keys", Earlier),
        ],
    ),
    part(
        "functions/store/src",
        &[
            Layer("personal", Only(&[])),
            Layer("library", Only(&[])),
            Layer("content_index", Earlier),
            Layer("uploads", Earlier),
            Layer("publishing", Earlier),
            Layer("study", Earlier),
            Layer("people", Earlier),
            Layer("mine", Earlier),
            Layer("desk", Earlier),
            Layer("maintenance", Earlier),
        ],
    ),
    part(
        "functions/background/src",
        &[Layer("stream", Only(&[])), Layer("changes", Only(&["stream"])), Layer("full_text", Only(&["stream"]))],
    ),
    part(
        "functions/api/src",
        &[
            // Wire types may import only wire types.
            Layer("**/wire", Only(&[])),
            Layer("http/audience", Only(&[])),
            Layer("http/client", Only(&[])),
            Layer("metrics", Only(&["pages"])),
            Layer("logs", Only(&["metrics"])),
            Layer("settings", Only(&[])),
            Layer("http/origin", Only(&["settings"])),
            Layer("http/problem", Only(&["**/wire"])),
            Layer("http/error_page", Only(&["http/problem"])),
            Layer("http/request_log", Only(&["http/problem", "http/error_page"])),
            Layer("http/auth/cookie", Only(&[])),
            Layer("http/auth/password", Only(&[])),
            Layer("http/auth/signature", Only(&[])),
            Layer("http/auth/principal", Only(&["http/problem"])),
            Layer("http/auth/token", Only(&["http/auth/signature", "http/auth/principal"])),
            Layer("state", Only(&["settings", "http/problem", "http/auth/cookie", "http/auth/token"])),
            Layer("http/auth/browser", Only(&["http/auth/cookie", "state"])),
            Layer("http/auth/credentials", Only(&["http/problem", "http/auth/password", "state"])),
            Layer("http/auth/lockout", Only(&["http/client", "http/problem", "state"])),
            Layer("http/auth/key", Only(&["http/problem", "http/auth/principal", "http/auth/token", "state"])),
            Layer(
                "http/auth/guard",
                Only(&[
                    "http/audience",
                    "http/problem",
                    "http/auth/principal",
                    "http/auth/token",
                    "http/auth/key",
                    "state",
                ]),
            ),
            Layer("http/extract", Only(&["**/wire", "http/problem"])),
            Layer("http/auth/rate_limited_json", Only(&["http/client", "http/problem", "state", "http/extract"])),
            Layer(
                "http/arguments",
                Only(&[
                    "**/wire",
                    "http/client",
                    "http/auth/browser",
                    "http/auth/principal",
                    "http/auth/rate_limited_json",
                    "http/extract",
                    "state",
                ]),
            ),
            Layer("http/routing", Only(&["http/audience", "state", "http/auth/guard", "http/arguments"])),
            Layer("http/openapi", Only(&["**/wire", "http/audience", "state", "http/routing"])),
        ],
    ),
    LayeredTree {
        independent: &[IndependentModules("features", "route modules")],
        private: &[PrivateTo("core/generated", "core")],
        ..part(
            "web/src",
            &[
                Layer("lib", Only(&[])),
                Layer("core", Earlier),
                Layer("api", Earlier),
                Layer("session", Earlier),
                // The page and the service worker share the kinds of changes, which must not import the queue, the
                // session or the query cache.
                Layer("offline/outbox/kinds", Only(&["lib", "core", "api"])),
                Layer("offline", Earlier),
                Layer("data/query", Earlier),
                Layer("data", Earlier),
                Layer("ui", Only(&["lib", "core", "styles"])),
                Layer("player", Earlier),
                Layer("parts", Earlier),
                Layer("features", Earlier),
                Layer("app", Earlier),
            ],
        )
    },
];

pub(crate) fn parts() -> impl Iterator<Item = &'static LayeredTree> {
    std::iter::once(&WORKSPACE).chain(&INSIDE)
}

/// External crates that only these folders may use, by their name in `use`.
pub(crate) const CRATE_ALLOWLIST: [(&str, &[&str]); 5] = [
    ("aws_sdk_dynamodb", &["functions/aws", "functions/store/examples"]),
    ("aws_sdk_s3", &["functions/aws"]),
    ("aws_sdk_sesv2", &["functions/aws"]),
    ("aws_sdk_cognitoidentityprovider", &["functions/aws", "functions/store/examples"]),
    ("wasm_bindgen", &["wasm-core/bindings"]),
];

impl LayeredTree {
    /// Returns the index of the layer of a path. `path` is relative to the root of the part.
    pub(crate) fn layer_of(&self, path: &str) -> Option<usize> {
        let on = |layer: &Layer| is_in(path, layer.0);
        let places = 0..self.layers.len();
        places.filter(|place| on(&self.layers[*place])).max_by_key(|place| self.layers[*place].0.len())
    }

    /// Returns the names of the layers that a layer may import.
    pub(crate) fn allowed_deps(&self, layer: usize) -> Vec<&'static str> {
        match self.layers[layer].1 {
            Earlier => self.layers[..layer].iter().map(|above| above.0).collect(),
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
    fn layers_import_only_layers_that_are_listed_before_them() {
        for part in parts() {
            for (place, Layer(name, _)) in part.layers.iter().enumerate() {
                for known in part.allowed_deps(place) {
                    let is_above = part.layer_of(known).is_none_or(|other| other < place);
                    assert!(is_above, "{}: {name} stands above {known}", part.root);
                }
            }
        }
    }

    #[test]
    fn a_file_belongs_to_the_layer_with_the_longest_matching_path() {
        const PART: LayeredTree = part("", &[Layer("auth", Only(&[])), Layer("auth/guard", Earlier)]);
        assert_eq!(PART.layer_of("auth/guard.rs"), Some(1));
        assert_eq!(PART.layer_of("auth/guards.rs"), Some(0));
        assert_eq!(PART.layer_of("authors.rs"), None);
    }

    #[test]
    fn a_wildcard_layer_contains_every_file_and_folder_of_that_name() {
        const PART: LayeredTree = part("", &[Layer("**/wire", Only(&[]))]);
        for path in ["mine/likes/wire.rs", "library/wire/facts.rs", "wire.rs"] {
            assert_eq!(PART.layer_of(path), Some(0), "{path}");
        }
        assert_eq!(PART.layer_of("mine/wires.rs"), None);
    }
}
