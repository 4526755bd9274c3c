//! Quality on questions of public FAQs, beside libraries and other rankings.

use std::fs;
use std::hint::black_box;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use ::meaning::{Bits, Encoder, pack, packed_len};
use anyhow::Result;
use chores::machine::npm;
use chores::meaning::Published;
use chores::root;
use chores::run::{self, OutputMode};
use chores::size::kilobytes;
use serde::Deserialize;
use wasm_core::full_text::{Builder, FullTextIndex, InsideHit, PageText};

use super::bm25::Bm25;
use super::corpus::Corpus;
use super::targets::Targets;
use super::{BY_WORDS, DEPTH, SOURCES, hits, mrr, near, one_list};

/// Sizes of the weights that are compared. The first is the upper bound, the last is the product's.
const SIZES: [(&str, Bits); 2] = [("32 bits", Bits::Full), ("4 bits", Bits::Four)];
/// A question of 15 words.
pub(super) const QUESTION: &str = "how do I stop two threads from writing to the same file at once please";
/// Share of the upper bound that the one list must reach, in percent.
const OF_BOUND_PERCENT: f64 = 97.0;
const QUESTIONS_MIN: f64 = 400.0;
const PASSAGES_MIN: f64 = 3_000.0;

/// For each question, the passages that a contender finds, best first.
type Found = Vec<Vec<usize>>;

/// Prints the quality of all contenders. Returns the packed vectors of the passages, with weights of 4 bits.
#[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
pub(super) fn measure(
    folder: &Path,
    corpus: &Corpus,
    published: &Published,
    index: &FullTextIndex,
    targets: &mut Targets,
) -> Result<Vec<u8>> {
    run::print_line(&format!("\n{}; {} passages\n", corpus.summary(), corpus.passages.len()));
    run::print_line("| | MRR@10 | right first | right in 10 | file, MB | a question, ms | a passage, ms |");
    run::print_line("|---|---|---|---|---|---|---|");
    targets.at_least("questions", corpus.questions.len() as f64, QUESTIONS_MIN, 0);
    targets.at_least("passages", corpus.passages.len() as f64, PASSAGES_MIN, 0);
    let bm25 = Bm25::new(&corpus.passages);
    let found: Found = corpus.questions.iter().map(|question| bm25.find(&question.text, 5 * DEPTH)).collect();
    print_row(corpus, "BM25", &found, "| | |");
    let by_words: Vec<Vec<InsideHit>> =
        corpus.questions.iter().map(|each| hits(&[index], &each.text, BY_WORDS)).collect();
    let found: Found = by_words.iter().map(|hits| hits.iter().map(|hit| hit.page as usize).collect()).collect();
    let lexical = print_row(corpus, "words: our full-text search", &found, "| | |");
    let (mut bounds, mut packed) = (Vec::new(), Vec::new());
    for (name, bits) in SIZES {
        let file = published.file(bits)?;
        let megabytes = kilobytes(file.len()) / 1000.0;
        let encoder = Encoder::read(file)?;
        packed = encoded_once(&kept_vectors(folder, name), name, &encoder, &corpus.passages)?;
        let found: Found = corpus.questions.iter().map(|each| near(&encoder, &packed, &each.text)).collect();
        let a_question = fastest_ms(|| encoder.encode(QUESTION));
        let a_passage = fastest_ms(|| encoder.encode(&corpus.passages[0]));
        let costs = format!("{megabytes:.1} | {a_question:.1} | {a_passage:.1} |");
        let by_meaning = print_row(corpus, &format!("meaning: {name}"), &found, &costs);
        let merged = found.iter().zip(&by_words).zip(&corpus.questions).map(|((near, words), question)| {
            let words: Vec<_> = words.iter().map(|hit| (hit.page as usize, hit)).collect();
            one_list(&question.text, &words, || near.clone())
        });
        let fused = print_row(corpus, &format!("one list, {name}"), &merged.collect(), "| | |");
        bounds.push((by_meaning, fused));
        if bits == Bits::Four {
            for Peer { name, found } in peers(folder, corpus, &encoder, &packed)? {
                print_row(corpus, &name, &found, "| | |");
            }
        }
    }
    if let [(bound, _), .., (_, fused)] = *bounds.as_slice() {
        let name = format!("MRR@10 of one list ({fused:.3}) in percent of that of weights of 32 bits ({bound:.3})");
        targets.at_least(&name, 100.0 * fused / bound, OF_BOUND_PERCENT, 1);
        targets.at_least("MRR@10 of one list beside words alone", fused, lexical, 3);
    }
    Ok(packed)
}

/// Returns our full-text index with each passage as a page.
pub(super) fn index_of(passages: &[String]) -> Result<FullTextIndex> {
    let mut builder = Builder::default();
    builder.add_note("", "", (0..).zip(passages).map(|(page, text)| PageText { page, text }));
    Ok(FullTextIndex::read(builder.finish())?)
}

/// Results of a search library for browsers.
#[derive(Deserialize)]
struct Peer {
    name: String,
    found: Found,
}

/// Returns what the libraries find for each question.
fn peers(folder: &Path, corpus: &Corpus, encoder: &Encoder, packed: &[u8]) -> Result<Vec<Peer>> {
    npm::install_bench(SOURCES, folder)?;
    fs::copy(root().join(SOURCES).join("peers.mjs"), folder.join("peers.mjs"))?;
    let questions: Vec<&str> = corpus.questions.iter().map(|question| question.text.as_str()).collect();
    let dimensions = encoder.dimensions();
    let texts = serde_json::json!({ "questions": questions, "passages": corpus.passages, "dimensions": dimensions });
    fs::write(folder.join("corpus.json"), texts.to_string())?;
    write_vectors(&folder.join("passages.f32"), packed.chunks_exact(packed_len(dimensions)).map(unpacked))?;
    write_vectors(&folder.join("questions.f32"), questions.iter().map(|text| encoder.encode(text)))?;
    run::run(Command::new("node").arg(folder.join("peers.mjs")), OutputMode::Everything)?;
    Ok(serde_json::from_slice(&fs::read(folder.join("found.json"))?)?)
}

/// Returns the numbers of a packed vector.
fn unpacked(packed: &[u8]) -> Vec<f32> {
    let Some((scale, numbers)) = packed.split_first_chunk::<4>() else { return Vec::new() };
    let scale = f32::from_le_bytes(*scale);
    numbers.iter().map(|number| scale * f32::from(number.cast_signed())).collect()
}

fn write_vectors(path: &Path, vectors: impl Iterator<Item = Vec<f32>>) -> io::Result<()> {
    fs::write(path, vectors.flatten().flat_map(f32::to_le_bytes).collect::<Vec<u8>>())
}

/// Returns the path where vectors are kept until the measurement has ended.
fn kept_vectors(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("passages-{}.bin", name.replace(' ', "-")))
}

/// Removes the vectors that were kept.
pub(super) fn remove_kept(folder: &Path) -> Result<()> {
    SIZES.iter().try_for_each(|(name, _)| Ok(fs::remove_file(kept_vectors(folder, name))?))
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

/// Prints one row and returns its MRR@10.
#[expect(clippy::cast_precision_loss, reason = "counts here are far smaller than 2^53")]
fn print_row(corpus: &Corpus, name: &str, found: &Found, rest: &str) -> f64 {
    let ranks: Vec<Option<usize>> = corpus
        .questions
        .iter()
        .zip(found)
        .map(|(question, found)| found.iter().take(DEPTH).position(|passage| question.answer.contains(passage)))
        .collect();
    let percent = |is: fn(usize) -> bool| {
        100.0 * ranks.iter().flatten().filter(|rank| is(**rank)).count() as f64 / ranks.len() as f64
    };
    let (mrr, first, any) = (mrr(&ranks), percent(|rank| rank == 0), percent(|_| true));
    run::print_line(&format!("| {name} | {mrr:.3} | {first:.0} % | {any:.0} % | {rest}"));
    mrr
}
