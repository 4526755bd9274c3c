//! Courses and queries that search is measured with, from `infra/xtask/bench/data`, where a README says what they are.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

const FOLDER: &str = "infra/xtask/bench/data";

/// Each file and the checksum (CRC-32) of what it unpacks to, because Brotli has none of its own.
const COURSES: (&str, u32) = ("courses.tsv.br", 0x824a_e2ec);
const QUERIES: (&str, u32) = ("queries.json.br", 0x6167_10cb);

/// Rows of the largest size: all courses, and copies of some of them.
const ROWS: usize = 100_000;

/// What is added to the code of a course for its copy. No code of a real one ends so.
const COPIED: &str = "X9";

/// Decides which courses are copied, and in which order.
const COPIES_SEED: u32 = 43;

/// [`ROWS`] lines of code, tab and title. The smaller sizes are the first so many.
pub(crate) fn rows(root: &Path) -> io::Result<String> {
    let mut rows = read(root, COURSES)?;
    let mut copied: Vec<(&str, &str)> = rows.lines().filter_map(|line| line.split_once('\t')).collect();
    let missing = ROWS.saturating_sub(copied.len());
    shuffle(&mut copied, COPIES_SEED);
    let copies: String =
        copied.iter().take(missing).map(|(code, title)| format!("{code}{COPIED}\t{title}\n")).collect();
    rows.push_str(&copies);
    Ok(rows)
}

/// As JSON: queries with the codes that are right among all [`ROWS`] rows, and what is typed key by key.
pub(crate) fn queries(root: &Path) -> io::Result<String> {
    read(root, QUERIES)
}

fn read(root: &Path, (name, checksum): (&str, u32)) -> io::Result<String> {
    fs::read(root.join(FOLDER).join(name)).and_then(|packed| unpack(&packed, checksum)).map_err(|e| {
        let file = format!("{FOLDER}/{name}");
        io::Error::other(format!("{file} cannot be read: {e}. `git checkout -- {file}` brings back what is committed."))
    })
}

fn unpack(packed: &[u8], checksum: u32) -> io::Result<String> {
    let mut text = String::new();
    brotli::Decompressor::new(packed, 64 * 1024).read_to_string(&mut text)?;
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    if crc.sum() != checksum {
        return Err(io::Error::other(format!("its checksum is {:#010x} instead of {checksum:#010x}", crc.sum())));
    }
    Ok(text)
}

/// Orders as `random.Random(seed).shuffle` of Python does, which made the copies first: so they follow from the seed, while
/// a list of them would weigh 90 kB.
fn shuffle<T>(items: &mut [T], seed: u32) {
    let mut random = MersenneTwister::seeded(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

/// Words of the generator's state.
const WORDS: usize = 624;

/// MT19937, seeded and asked as Python does it.
struct MersenneTwister {
    words: [u32; WORDS],
    used: usize,
}

impl MersenneTwister {
    fn seeded(seed: u32) -> Self {
        let mut words = [19_650_218; WORDS];
        let places = (1..WORDS).zip(1_u32..);
        for (place, number) in places.clone() {
            words[place] = folded(words[place - 1]).wrapping_mul(1_812_433_253).wrapping_add(number);
        }
        for (step, (place, number)) in places.cycle().take(2 * WORDS - 1).enumerate() {
            if place == 1 && step > 0 {
                words[0] = words[WORDS - 1];
            }
            let before = folded(words[place - 1]);
            words[place] = if step < WORDS {
                (words[place] ^ before.wrapping_mul(1_664_525)).wrapping_add(seed)
            } else {
                (words[place] ^ before.wrapping_mul(1_566_083_941)).wrapping_sub(number)
            };
        }
        words[0] = 1 << 31;
        Self { words, used: WORDS }
    }

    /// A number below `bound`, which is 1 at least and fits into 32 bits: as many of the highest bits as `bound` has,
    /// until they are less.
    fn below(&mut self, bound: usize) -> usize {
        let bits = usize::BITS - bound.leading_zeros();
        loop {
            let number = (self.next() >> (u32::BITS - bits)) as usize;
            if number < bound {
                return number;
            }
        }
    }

    fn next(&mut self) -> u32 {
        if self.used == WORDS {
            for place in 0..WORDS {
                let joined = (self.words[place] & (1 << 31)) | (self.words[(place + 1) % WORDS] & !(1 << 31));
                let twisted = (joined >> 1) ^ (joined % 2 * 0x9908_b0df);
                self.words[place] = self.words[(place + 397) % WORDS] ^ twisted;
            }
            self.used = 0;
        }
        let mut word = self.words[self.used];
        self.used += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }
}

fn folded(word: u32) -> u32 {
    word ^ (word >> 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_noticed() {
        let packed = include_bytes!("../../bench/data/queries.json.br");
        assert!(unpack(packed, QUERIES.1).is_ok());
        assert!(unpack(&packed[..packed.len() - 1], QUERIES.1).is_err());
        // One bit wrong, here and there.
        for place in (0..packed.len()).step_by(997) {
            let mut damaged = packed.to_vec();
            damaged[place] ^= 1;
            assert!(unpack(&damaged, QUERIES.1).is_err(), "byte {place}");
        }
        assert!(queries(Path::new("nowhere")).unwrap_err().to_string().contains("git checkout"));
    }
}
