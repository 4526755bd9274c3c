//! Deliberate violations, each of which must be reported.

use super::*;

/// Returns the violations in these files.
#[track_caller]
fn wrong(files: &[(&str, &str)]) -> Vec<String> {
    wrong_in(&files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect())
}

/// Checks that these files have exactly one violation, and that its sentence contains all of `named`.
#[track_caller]
fn check(files: &[(&str, &str)], named: &[&str]) {
    let found = wrong(files);
    assert_eq!(found.len(), 1, "{found:?}");
    for part in named {
        assert!(found[0].contains(part), "{found:?} does not say {part}");
    }
}

#[test]
fn an_import_cycle_of_rust_files_is_reported_in_order() {
    let [a, b, c] = ["infra/xtask/src/a.rs", "infra/xtask/src/b.rs", "infra/xtask/src/c/mod.rs"];
    let circle = format!("{a} -> {b} -> {c} -> {a}");
    check(
        &[(a, "use crate::{b::B, x};"), (b, "fn f() { super::c::g(); }"), (c, "use super::a::{self, A};")],
        &[&circle],
    );
    check(
        &[(a, "mod inner { use super::super::b::B; }"), (b, "pub use crate::c::*;"), (c, "type A = crate::a::A;")],
        &[&circle],
    );
}

#[test]
fn an_import_cycle_between_a_module_and_its_submodule_is_reported() {
    let files = [("infra/local/src/users.rs", "mod own;\nuse self::own::Own;"), ("infra/local/src/users/own.rs", "")];
    assert_eq!(wrong(&files), [""; 0]);
    check(
        &[files[0], ("infra/local/src/users/own.rs", "use super::User;")],
        &["infra/local/src/users.rs -> infra/local/src/users/own.rs -> infra/local/src/users.rs"],
    );
}

#[test]
fn an_import_cycle_of_the_web_app_is_reported_in_order() {
    let [a, b] = ["web/src/ui/a.tsx", "web/src/ui/b/index.ts"];
    let circle = format!("{a} -> {b} -> {a}");
    check(&[(a, "import { B } from \"./b\";"), (b, "const { A } = await import(\"@/ui/a\");")], &[&circle]);
    check(&[(a, "import \"./b\";"), (b, "export type { A } from '../a';")], &[&circle]);
}

#[test]
fn a_forbidden_import_between_rust_folders_is_reported() {
    let [wire, guard] = ["functions/api/src/library/notes/wire.rs", "functions/api/src/http/auth/guard.rs"];
    check(&[(wire, "use crate::http::auth::guard;"), (guard, "")], &[wire, guard, "wire may know"]);
    let [notes, rebuild] = ["functions/store/src/library/notes.rs", "functions/store/src/register/rebuild.rs"];
    check(
        &[(notes, "fn f() { crate::register::rebuild::all() }"), (rebuild, "")],
        &[notes, rebuild, "library may know"],
    );
    assert_eq!(wrong(&[(notes, ""), (rebuild, "use crate::library::notes;")]), [""; 0]);
}

#[test]
fn a_forbidden_dependency_between_crates_is_reported() {
    check(
        &[("functions/store/src/stream.rs", "use api::Problem;")],
        &[
            "functions/store/src/stream.rs imports functions/api/src",
            "functions/store may know wasm-core, functions/model, functions/aws",
        ],
    );
    assert_eq!(wrong(&[("functions/api/src/state.rs", "use store::Store;")]), [""; 0]);
}

#[test]
fn a_forbidden_import_between_web_app_folders_is_reported() {
    for (file, text, named) in [
        ("web/src/features/notes/page.tsx", "export { router } from \"@/app/router\";", "features may know"),
        ("web/src/ui/card.tsx", "import { api } from \"../api/client\";", "ui may know lib, core, styles"),
        ("web/src/player/audio/driver.ts", "import { Row } from \"@/parts/audio-table/row\";", "player may know"),
        ("web/src/parts/table/row.tsx", "import { Bar } from \"@/features/player/bar\";", "parts may know"),
        ("web/src/lib/x.ts", "import type { Props } from \"@/features/notes/page\";", "lib may know nothing else"),
        ("web/src/lib/x.ts", "import table from \"../../../infra/table\";", "web/src may know nothing else"),
    ] {
        check(&[(file, text)], &[file, named]);
    }
    assert_eq!(wrong(&[("web/src/ui/card.tsx", "import \"@/styles/card.css\";")]), [""; 0]);
    assert_eq!(wrong(&[("web/src/main.tsx", "import { router } from \"./app/router\";")]), [""; 0]);
}

#[test]
fn importing_one_feature_from_another_is_reported() {
    let file = "web/src/features/notes/page.tsx";
    for text in ["import { Row } from \"@/features/browse/row\";", "import { Row } from \"../browse/row\";"] {
        check(&[(file, text)], &[file, "features/browse/row", "features meet in route modules"]);
    }
    assert_eq!(wrong(&[(file, "import { Row } from \"./row\";")]), [""; 0]);
}

#[test]
fn generated_code_may_be_imported_only_by_core() {
    let text = "const core = await import(\"@/core/generated/pkg/wasm_core\");";
    for file in ["web/src/features/notes/page.tsx", "web/src/main.tsx"] {
        check(&[(file, text)], &[file, "core/generated is behind core"]);
    }
    assert_eq!(wrong(&[("web/src/core/search/worker.ts", text)]), [""; 0]);
}

#[test]
fn an_external_crate_used_outside_its_allowed_folder_is_reported() {
    for (file, text, name) in [
        ("functions/api/src/lib.rs", "use aws_sdk_s3::Client;", "aws_sdk_s3"),
        ("functions/api/tests/a/main.rs", "fn f(client: &aws_sdk_dynamodb::Client) {}", "aws_sdk_dynamodb"),
        ("wasm-core/src/text.rs", "mod js { use wasm_bindgen::prelude::*; }", "wasm_bindgen"),
    ] {
        check(&[(file, text)], &[file, name]);
    }
    for (file, text) in [
        ("functions/aws/src/client.rs", "use aws_sdk_s3::Client;"),
        ("wasm-core/bindings/src/lib.rs", "use wasm_bindgen::prelude::*;"),
        ("wasm-core/bindings/src/values.rs", "use wasm_bindgen::JsValue;"),
        ("infra/chores/src/wasm.rs", "use wasm_bindgen_cli_support::Bindgen;"),
    ] {
        assert_eq!(wrong(&[(file, text)]), [""; 0]);
    }
}

#[test]
fn text_that_only_resembles_an_import_is_ignored() {
    let [a, b] = ["infra/xtask/src/a.rs", "infra/xtask/src/b.rs"];
    for text in [
        "// use crate::a;",
        "/* /* */ use crate::a; */",
        "const A: &str = \"use crate::a; \\\" crate::a::x\";",
        "const A: &str = r#\"\"; use crate::a::b; \"#;",
        "const A: [char; 3] = ['\"', '\\'', '\\u{7b}'];",
        "pub(in crate::a) struct X;",
        "#[cfg(test)]\nmod tests {\n    use crate::a::*;\n}",
        "#[cfg(test)]\n#[expect(dead_code)]\nuse crate::a;",
        "mod cloud { }\nfn f() { cloud::check() }",
        "use crate::a2::cloud;\nfn f() { cloud::check() }",
    ] {
        assert_eq!(wrong(&[(a, "use crate::b;"), (b, text)]), [""; 0], "{text}");
        // The code after this text is read as usual.
        assert_eq!(wrong(&[(a, "use crate::b;"), (b, &format!("{text}\nuse super::a;"))]).len(), 1, "{text}");
    }
}

#[test]
fn test_files_may_import_everything() {
    let [token, tests] = ["functions/api/src/people/token/wire.rs", "functions/api/src/people/token/wire/tests.rs"];
    let files = [(token, "#[cfg(test)]\nmod tests;"), (tests, "use super::T; use crate::people::auth;"), AUTH];
    assert_eq!(wrong(&files), [""; 0]);
}

const AUTH: (&str, &str) = ("functions/api/src/people/auth.rs", "");

#[test]
fn every_configured_layer_exists_on_disk() {
    for part in parts() {
        for layer in part.layers {
            if layer.0.starts_with("**/") {
                continue;
            }
            let path = root().join(part.root).join(layer.0);
            assert!(path.exists() || path.with_extension("rs").exists(), "{} is not there", path.display());
        }
    }
}
