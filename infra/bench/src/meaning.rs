//! Search by meaning: quality on questions of public FAQs, speed and size.

mod bm25;
mod corpus;

use std::fs;
use std::hint::black_box;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

use ::meaning::{Bits, Encoder, nearest, pack, packed_len};
use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::meaning::{Published, cosine, reference, weights};
use chores::run::{self, OutputMode};
use chores::size::kilobytes;
use chores::{root, wasm};

use self::bm25::Bm25;
use self::corpus::Corpus;

const FOLDER: &str = "target/xtask/bench-meaning";
const SOURCES: &str = "infra/bench/meaning";
/// Packages of another benchmark, which include the bundler.
const PACKAGES: &str = "infra/bench/study";
/// Number of results that count.
const DEPTH: usize = 10;
/// Constant of reciprocal rank fusion, from the paper that introduced it.
const FUSION: usize = 60;
/// A question of 15 words.
const QUESTION: &str = "how do I stop two threads from writing to the same file at once please";
/// Number of packed vectors in the ranking measurement.
const RANKED: usize = 20_000;

/// `cargo xtask bench meaning`.
pub(crate) fn bench() -> Result<()> {
    tools::require_node()?;
    tools::require_wasm_target()?;
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    let corpus = run::step("reading the questions and passages", || Corpus::read(&folder))?;
    let published = Published::fetch()?;
    let path = weights()?;
    quality(&corpus, &published)?;
    in_chromium(&folder, &fs::read(path)?)
}

/// For each question, the passages that a contender finds, best first.
type Found = Vec<Vec<usize>>;

fn quality(corpus: &Corpus, published: &Published) -> Result<()> {
    let passages = corpus.passages.len();
    run::print_line(&format!("\n{}; {passages} passages\n", corpus.summary()));
    run::print_line("| | MRR@10 | right first | right in 10 | file, MB | a question, ms | a passage, ms |");
    run::print_line("|---|---|---|---|---|---|---|");
    let bm25 = Bm25::new(&corpus.passages);
    let words: Found = corpus.questions.iter().map(|question| bm25.find(&question.text, 5 * DEPTH)).collect();
    print_row(corpus, "BM25", &words, "| | |");
    let mut last = Found::new();
    for (name, bits) in [("32 bits", Bits::Full), ("8 bits", Bits::Eight), ("4 bits", Bits::Four)] {
        let file = published.file(bits)?;
        let megabytes = kilobytes(file.len()) / 1000.0;
        let encoder = Encoder::read(file)?;
        let packed =
            run::step(&format!("encoding all passages with {name}"), || Ok(encoded(&encoder, &corpus.passages)))?;
        let find = |text: &str| nearest(&encoder.encode(text), &packed, 5 * DEPTH);
        last = corpus.questions.iter().map(|each| find(&each.text).iter().map(|near| near.passage).collect()).collect();
        let a_question = fastest_ms(|| encoder.encode(QUESTION));
        let a_passage = fastest_ms(|| encoder.encode(&corpus.passages[0]));
        print_row(corpus, name, &last, &format!("{megabytes:.1} | {a_question:.1} | {a_passage:.1} |"));
    }
    let fused: Found = words.iter().zip(&last).map(|(one, other)| fuse(one, other)).collect();
    print_row(corpus, "BM25 and 4 bits, fused by rank", &fused, "| | |");
    Ok(())
}

/// Returns the packed vectors of all passages. Uses all processors.
fn encoded(encoder: &Encoder, passages: &[String]) -> Vec<u8> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let part = &|passages: &[String]| {
        let mut packed = Vec::with_capacity(passages.len() * packed_len(encoder.dimensions()));
        for passage in passages {
            pack(&encoder.encode(passage), &mut packed);
        }
        packed
    };
    thread::scope(|scope| {
        let parts: Vec<_> =
            passages.chunks(passages.len().div_ceil(threads)).map(|each| scope.spawn(move || part(each))).collect();
        parts.into_iter().filter_map(|each| each.join().ok()).flatten().collect()
    })
}

/// Returns the time of the fastest of several turns in milliseconds: the one that other programs disturbed least.
fn fastest_ms<T>(work: impl Fn() -> T) -> f64 {
    const TURNS: usize = 20;
    let times = (0..TURNS).map(|_| {
        let began = Instant::now();
        black_box(work());
        began.elapsed().as_secs_f64() * 1000.0
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Merges two rankings by reciprocal rank.
#[expect(clippy::cast_precision_loss, reason = "ranks here are far smaller than 2^53")]
fn fuse(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut scores: Vec<(usize, f64)> = Vec::new();
    for ranking in [one, other] {
        for (rank, passage) in ranking.iter().enumerate() {
            let score = 1.0 / (FUSION + rank) as f64;
            match scores.iter_mut().find(|(known, _)| known == passage) {
                Some((_, sum)) => *sum += score,
                None => scores.push((*passage, score)),
            }
        }
    }
    scores.sort_by(|one, other| other.1.total_cmp(&one.1));
    scores.into_iter().map(|(passage, _)| passage).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
fn print_row(corpus: &Corpus, name: &str, found: &Found, rest: &str) {
    let ranks: Vec<Option<usize>> = corpus
        .questions
        .iter()
        .zip(found)
        .map(|(question, found)| found.iter().take(DEPTH).position(|passage| question.answer.contains(passage)))
        .collect();
    let share =
        |score: fn(usize) -> f64| ranks.iter().flatten().map(|rank| score(*rank)).sum::<f64>() / ranks.len() as f64;
    let mrr = share(|rank| 1.0 / (rank + 1) as f64);
    let (first, any) = (100.0 * share(|rank| f64::from(u8::from(rank == 0))), 100.0 * share(|_| 1.0));
    run::print_line(&format!("| {name} | {mrr:.3} | {first:.0} % | {any:.0} % | {rest}"));
}

/// Measures both modules in Chromium, and compares their vectors with the reference.
fn in_chromium(folder: &Path, weights: &[u8]) -> Result<()> {
    npm::install_bench(PACKAGES, folder)?;
    let sizes = wasm::build_meaning(&folder.join("core"))?;
    fs::write(folder.join("minilm.bin"), weights)?;
    for path in [format!("{SOURCES}/measure.mjs"), format!("{SOURCES}/run.mjs"), "infra/bench/chromium.mjs".into()] {
        let name = path.rsplit('/').next().unwrap_or_default();
        fs::copy(root().join(&path), folder.join(name))?;
    }
    let encoder = Encoder::read(weights.to_vec())?;
    let texts: Vec<String> = reference()?.into_iter().map(|expected| expected.text).collect();
    let vectors: Vec<Vec<f32>> = texts.iter().map(|text| encoder.encode(text)).collect();
    let worst = reference()?
        .iter()
        .zip(&vectors)
        .map(|(expected, vector)| cosine(&expected.vector, vector))
        .fold(1.0, f32::min);
    run::print_line(&format!(
        "\nThe smallest cosine of a vector with weights of 4 bits and the reference is {worst:.3} ({} texts).",
        texts.len()
    ));
    let mut packed = Vec::new();
    for number in 0..RANKED {
        pack(&vectors[number % vectors.len()], &mut packed);
    }
    fs::write(folder.join("vectors.bin"), packed)?;
    let modules: Vec<_> = wasm::MEANING
        .iter()
        .zip(sizes)
        .map(|(module, (plain, gzip))| serde_json::json!({ "name": module.name, "plain": plain, "gzip": gzip }))
        .collect();
    let inputs = serde_json::json!({ "question": QUESTION, "texts": texts, "vectors": vectors, "modules": modules });
    fs::write(folder.join("inputs.json"), inputs.to_string())?;
    let mut command = Command::new("node");
    command.arg(folder.join("run.mjs")).arg(browser::find_or_install()?);
    run::run(&mut command, OutputMode::Everything)
}
