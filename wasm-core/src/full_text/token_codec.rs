//! Variable-length codes of words and separators: short ones for frequent items.

/// Partition of the 256 values of a first byte: `ones` of them are complete codes, `twos` begin a code of two bytes,
/// and the others begin a code of three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeLengths {
    pub(super) ones: u8,
    pub(super) twos: u8,
}

/// Number of codes that begin with one byte.
const TWO: u32 = 1 << 8;
const THREE: u32 = 1 << 16;

impl CodeLengths {
    /// Returns the number of one-byte codes, and of codes with at most two bytes.
    pub(super) fn code_limits(self) -> (u32, u32) {
        let ones = u32::from(self.ones);
        (ones, ones + u32::from(self.twos) * TWO)
    }

    /// Returns the lengths that give the shortest file for these counts, most frequent first.
    pub(super) fn shortest_for(counts: &[u32]) -> Self {
        let sums: Vec<u64> = std::iter::once(0)
            .chain(counts.iter().scan(0, |sum, count| {
                *sum += u64::from(*count);
                Some(*sum)
            }))
            .collect();
        let up_to = |place: usize| sums[place.min(counts.len())];
        let mut best = (u64::MAX, Self { ones: 0, twos: 0 });
        for twos in 0..=255_u8 {
            for threes in 0..=255 - twos {
                let first_bytes = 256 - usize::from(twos) - usize::from(threes);
                let Ok(ones) = u8::try_from(first_bytes) else { continue };
                let lengths = Self { ones, twos };
                let two_end = lengths.code_limits().1 as usize;
                if two_end + usize::from(threes) * (THREE as usize) < counts.len() {
                    continue;
                }
                let all = up_to(counts.len());
                let bytes = all + (all - up_to(usize::from(ones))) + (all - up_to(two_end));
                if bytes < best.0 {
                    best = (bytes, lengths);
                }
                // These first bytes suffice for all codes. Reserving more for three-byte codes would leave fewer short
                // ones.
                break;
            }
        }
        best.1
    }

    /// Returns the length of a code in bytes.
    pub(super) fn length(self, code: u32) -> u8 {
        let (one_end, two_end) = self.code_limits();
        1 + u8::from(code >= one_end) + u8::from(code >= two_end)
    }

    pub(super) fn put(self, stream: &mut Vec<u8>, code: u32) {
        let (one_end, two_end) = self.code_limits();
        let [low, middle, high, _] = code.to_le_bytes();
        if code < one_end {
            stream.push(low);
        } else if code < two_end {
            let [low, first, ..] = (code - one_end).to_le_bytes();
            stream.extend([self.ones + first, low]);
        } else {
            let _ = (middle, high);
            let [low, middle, first, _] = (code - two_end).to_le_bytes();
            stream.extend([self.ones + self.twos + first, middle, low]);
        }
    }

    /// Returns the codes of a stream. An incomplete code ends it.
    #[inline]
    pub(super) fn read(self, stream: &[u8]) -> impl Iterator<Item = u32> {
        let (one_end, two_end) = self.code_limits();
        let two_first = u32::from(self.ones);
        let three_first = two_first + u32::from(self.twos);
        let mut bytes = stream.iter();
        std::iter::from_fn(move || {
            let mut next = || bytes.next().map(|byte| u32::from(*byte));
            let first = next()?;
            Some(if first < two_first {
                first
            } else if first < three_first {
                one_end + (first - two_first) * TWO + next()?
            } else {
                two_end + (first - three_first) * THREE + next()? * TWO + next()?
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_codes_of_tokens_round_trip() {
        for counts in [vec![], vec![1; 200], vec![1; 255], vec![1; 300], vec![3; 70_000]] {
            let lengths = CodeLengths::shortest_for(&counts);
            let codes: Vec<u32> = (0..u32::try_from(counts.len()).unwrap()).collect();
            let mut stream = Vec::new();
            codes.iter().for_each(|code| lengths.put(&mut stream, *code));
            assert_eq!(lengths.read(&stream).collect::<Vec<_>>(), codes, "{lengths:?}");
            assert_eq!(codes.iter().map(|code| usize::from(lengths.length(*code))).sum::<usize>(), stream.len());
        }
    }

    #[test]
    fn reading_a_truncated_code_stream_terminates() {
        let lengths = CodeLengths { ones: 1, twos: 1 };
        assert_eq!(lengths.read(&[0, 1]).collect::<Vec<_>>(), [0]);
        assert_eq!(lengths.read(&[0, 2, 7]).collect::<Vec<_>>(), [0]);
        assert_eq!(lengths.read(&[0, 1, 7]).collect::<Vec<_>>(), [0, 8]);
    }
}
