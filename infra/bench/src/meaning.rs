//! Search by meaning: quality on questions of public FAQs, speed and size.

mod bm25;
mod corpus;

use std::fs;
use std::hint::black_box;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use ::meaning::{Bits, Encoder, VectorsBuilder, WordsHit, fuse, nearest, pack, packed_len};
use anyhow::Result;
use chores::machine::{browser, npm, tools};
use chores::meaning::{Published, cosine, reference, weights};
use chores::run::{self, OutputMode};
use chores::size::kilobytes;
use chores::{root, wasm};
use serde::Deserialize;
use wasm_core::full_text::{Builder, FullTextIndex, InsideHit, PageText, search};

use self::bm25::Bm25;
use self::corpus::Corpus;

const FOLDER: &str = "target/xtask/bench-meaning";
const SOURCES: &str = "infra/bench/meaning";
/// Packages of another benchmark, which include the bundler.
const PACKAGES: &str = "infra/bench/study";
/// Packages of the benchmark that includes the peers.
const PEER_PACKAGES: &str = "infra/bench/inside";
/// Sizes of the weights that are compared. The first is the upper bound, the last is the product's.
const SIZES: [(&str, Bits); 2] = [("32 bits", Bits::Full), ("4 bits", Bits::Four)];
/// Number of results that count.
const DEPTH: usize = 10;
/// Number of results of each ranking that are merged: the limits of the search in one course.
const BY_WORDS: usize = 30;
const BY_MEANING: usize = 10;
/// Known items: every n-th passage is searched by this many consecutive words of it.
const KNOWN_EVERY: usize = 10;
const KNOWN_WORDS: usize = 5;
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
    quality(&folder, &corpus, &published)?;
    in_chromium(&folder, &fs::read(path)?)?;
    // The next run measures the code as it is then.
    SIZES.iter().try_for_each(|(name, _)| Ok(fs::remove_file(kept_vectors(&folder, name))?))
}

/// For each question, the passages that a contender finds, best first.
type Found = Vec<Vec<usize>>;

fn quality(folder: &Path, corpus: &Corpus, published: &Published) -> Result<()> {
    let passages = corpus.passages.len();
    run::print_line(&format!("\n{}; {passages} passages\n", corpus.summary()));
    run::print_line("| | MRR@10 | right first | right in 10 | file, MB | a question, ms | a passage, ms |");
    run::print_line("|---|---|---|---|---|---|---|");
    let bm25 = Bm25::new(&corpus.passages);
    let words: Found = corpus.questions.iter().map(|question| bm25.find(&question.text, 5 * DEPTH)).collect();
    print_row(corpus, "BM25", &words, "| | |");
    for Peer { name, found } in peers(folder, corpus)? {
        print_row(corpus, &name, &found, "| | |");
    }
    let index = index_of(&corpus.passages)?;
    let by_words: Vec<Vec<InsideHit>> = corpus.questions.iter().map(|each| hits(&index, &each.text)).collect();
    let pages = |hits: &[InsideHit]| hits.iter().map(|hit| hit.page as usize).collect();
    let found: Found = by_words.iter().map(|hits| pages(hits)).collect();
    print_row(corpus, "words: our full-text search", &found, "| | |");
    for (name, bits) in SIZES {
        let file = published.file(bits)?;
        let megabytes = kilobytes(file.len()) / 1000.0;
        let encoder = Encoder::read(file)?;
        let kept = kept_vectors(folder, name);
        let packed = encoded_once(&kept, name, &encoder, &corpus.passages)?;
        let find = |text: &str| -> Vec<u32> {
            let near = nearest(&encoder.encode(text), &packed, BY_MEANING);
            near.iter().filter_map(|near| u32::try_from(near.passage).ok()).collect()
        };
        let near: Vec<Vec<u32>> = corpus.questions.iter().map(|each| find(&each.text)).collect();
        let found = near.iter().map(|near| near.iter().map(|page| *page as usize).collect()).collect();
        let a_question = fastest_ms(|| encoder.encode(QUESTION));
        let a_passage = fastest_ms(|| encoder.encode(&corpus.passages[0]));
        let costs = format!("{megabytes:.1} | {a_question:.1} | {a_passage:.1} |");
        print_row(corpus, &format!("meaning: {name}"), &found, &costs);
        let merged: Found = by_words
            .iter()
            .zip(&near)
            .zip(&corpus.questions)
            .map(|((words, near), question)| fused(&question.text, words, near))
            .collect();
        print_row(corpus, &format!("our full-text search and {name}, fused"), &merged, "| | |");
        if bits == Bits::Four {
            print_known_items(&corpus.passages, &index, &find);
        }
    }
    Ok(())
}

/// Results of a full-text search library for browsers.
#[derive(Deserialize)]
struct Peer {
    name: String,
    found: Found,
}

/// Returns what the libraries find for each question.
fn peers(folder: &Path, corpus: &Corpus) -> Result<Vec<Peer>> {
    let folder = folder.join("peers");
    fs::create_dir_all(&folder)?;
    npm::install_bench(PEER_PACKAGES, &folder)?;
    fs::copy(root().join(SOURCES).join("peers.mjs"), folder.join("peers.mjs"))?;
    let questions: Vec<&str> = corpus.questions.iter().map(|question| question.text.as_str()).collect();
    let texts = serde_json::json!({ "questions": questions, "passages": corpus.passages });
    fs::write(folder.join("corpus.json"), texts.to_string())?;
    run::run(Command::new("node").arg(folder.join("peers.mjs")), OutputMode::Everything)?;
    Ok(serde_json::from_slice(&fs::read(folder.join("found.json"))?)?)
}

/// Returns our full-text index with each passage as a page.
fn index_of(passages: &[String]) -> Result<FullTextIndex> {
    let mut builder = Builder::default();
    builder.add_note("", "", (0..).zip(passages).map(|(page, text)| PageText { page, text }));
    Ok(FullTextIndex::read(builder.finish())?)
}

/// Returns the passages that our full-text search finds.
fn hits(index: &FullTextIndex, text: &str) -> Vec<InsideHit> {
    search(&[index], text, BY_WORDS, BY_WORDS)
}

/// Merges both rankings as the page does.
fn fused(text: &str, words: &[InsideHit], near: &[u32]) -> Vec<usize> {
    let words: Vec<WordsHit<'_>> =
        words.iter().map(|hit| WordsHit { page: hit.page, has_all: hit.has_all, run: &hit.mark }).collect();
    fuse(text, &words, near).into_iter().map(|page| page as usize).collect()
}

/// Prints how often a search for words of a passage finds this passage first, without and with pages by meaning.
#[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
fn print_known_items(passages: &[String], index: &FullTextIndex, find: &dyn Fn(&str) -> Vec<u32>) {
    let (mut items, mut by_words, mut by_both) = (0_usize, 0.0, 0.0);
    for (number, text) in passages.iter().enumerate().step_by(KNOWN_EVERY) {
        let words: Vec<&str> = text.split_whitespace().filter(|word| word.chars().all(char::is_alphanumeric)).collect();
        let Some(query) = words.chunks(KNOWN_WORDS).nth(1).filter(|some| some.len() == KNOWN_WORDS) else { continue };
        let query = query.join(" ");
        let words = hits(index, &query);
        let reciprocal =
            |found: &[usize]| found.iter().position(|page| *page == number).map_or(0.0, |at| 1.0 / (at + 1) as f64);
        items += 1;
        by_words += reciprocal(&words.iter().map(|hit| hit.page as usize).collect::<Vec<_>>());
        by_both += reciprocal(&fused(&query, &words, &find(&query)));
    }
    let mean = |sum: f64| sum / items.max(1) as f64;
    run::print_line(&format!(
        "\n{items} known items, {KNOWN_WORDS} words of a passage each: MRR by words {:.3}, fused {:.3}\n",
        mean(by_words),
        mean(by_both)
    ));
}

/// Returns the path where vectors are kept until the measurement has ended.
fn kept_vectors(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("passages-{}.bin", name.replace(' ', "-")))
}

/// Returns the packed vectors of all passages. They are kept, so that a run that was interrupted goes on.
fn encoded_once(kept: &Path, name: &str, encoder: &Encoder, passages: &[String]) -> Result<Vec<u8>> {
    let length = passages.len() * packed_len(encoder.dimensions());
    if let Some(known) = fs::read(kept).ok().filter(|known| known.len() == length) {
        return Ok(known);
    }
    let packed = run::step(&format!("encoding all passages with {name}"), || Ok(encoded(encoder, passages)))?;
    fs::write(kept, &packed)?;
    Ok(packed)
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
    let mut builder = VectorsBuilder::new(encoder.dimensions(), [0; 32]);
    for (page, vector) in (0..RANKED).zip(vectors.iter().cycle()) {
        let mut packed = Vec::new();
        pack(vector, &mut packed);
        builder.add_page("note", &[0; 32], u32::try_from(page)?, &packed);
    }
    fs::write(folder.join("vectors.bin"), builder.finish())?;
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
