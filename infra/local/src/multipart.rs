//! Multipart uploads as in S3: a part with a wrong SHA-256 is rejected, parts can be listed with their ETags, and an
//! upload is completed only from the parts that were sent. s3s-fs does none of this.

use std::fs;
use std::path::{Path, PathBuf};

use s3s::dto::*;
use s3s::{S3Request, S3Response, S3Result, s3_error};
use serde::{Deserialize, Serialize};

use crate::files::{Files, STAGING_FOLDER};
use crate::state::{read_json, write_json};

/// Minimum size in bytes of every part except the last (limit of S3).
const PART_MIN_BYTES: u64 = 5 * 1024 * 1024;

/// Stored metadata of a part.
#[derive(Debug, Serialize, Deserialize)]
struct PartFacts {
    etag: String,
    sha256: Option<String>,
}

impl Files {
    /// Returns the path at which the s3s-fs version in use stores the bytes of a part.
    fn part_path(&self, upload: &str, number: i32) -> PathBuf {
        self.root.join(format!(".upload_id-{upload}.part-{number}"))
    }

    /// Returns the paths of a part's bytes and metadata.
    fn part_files(&self, upload: &str, number: i32) -> [PathBuf; 2] {
        let facts = self.root.join(format!(".upload_facts-{upload}.part-{number}.json"));
        [self.part_path(upload, number), facts]
    }

    pub(crate) fn check_upload(&self, upload: &str) -> S3Result<()> {
        // The id comes from the request and becomes part of a path, so accept only ids that s3s-fs created.
        let is_name = upload.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        if is_name && self.root.join(format!(".upload-{upload}.json")).is_file() {
            Ok(())
        } else {
            Err(s3_error!(NoSuchUpload, "The specified upload does not exist."))
        }
    }

    /// First stores a part as an object of its own, so that its length and hash are checked, and then moves it to the
    /// path of the part.
    pub(crate) async fn store_part(&self, req: S3Request<UploadPartInput>) -> S3Result<S3Response<UploadPartOutput>> {
        let (upload, number) = (req.input.upload_id.clone(), req.input.part_number);
        self.check_upload(&upload)?;
        if !(1..=10_000).contains(&number) {
            return Err(s3_error!(InvalidArgument, "Part number must be an integer between 1 and 10000, inclusive"));
        }
        let sha256 = req.input.checksum_sha256.clone();
        let staged = ulid::Ulid::generate().to_string();
        let mut put = PutObjectInput::builder();
        put.set_bucket(STAGING_FOLDER.to_owned());
        put.set_key(staged.clone());
        put.set_body(req.input.body);
        put.set_content_length(req.input.content_length);
        put.set_content_md5(req.input.content_md5);
        put.set_checksum_sha256(req.input.checksum_sha256);
        let put = put.build().map_err(|e| s3_error!(e, InvalidRequest))?;
        let put = S3Request {
            input: put,
            method: req.method,
            uri: req.uri,
            headers: req.headers,
            extensions: req.extensions,
            credentials: req.credentials,
            region: req.region,
            service: req.service,
            trailing_headers: req.trailing_headers,
        };
        let answer = self.put_staged(put, &staged).await?;
        let etag = answer.output.e_tag.clone();
        let [bytes, facts] = self.part_files(&upload, number);
        let value = etag.as_ref().map(|tag| tag.value().to_owned()).unwrap_or_default();
        write_json(&facts, &PartFacts { etag: value, sha256 }).map_err(|e| s3_error!(e, InternalError))?;
        self.move_staged(&staged, &bytes).map_err(|e| s3_error!(e, InternalError))?;
        let output = UploadPartOutput {
            e_tag: etag,
            checksum_sha256: answer.output.checksum_sha256,
            ..UploadPartOutput::default()
        };
        Ok(S3Response::new(output))
    }

    /// Lists the uploaded parts by number.
    pub(crate) fn parts(&self, input: ListPartsInput) -> S3Result<S3Response<ListPartsOutput>> {
        self.check_upload(&input.upload_id)?;
        let mut parts = Vec::new();
        for number in self.arrived(&input.upload_id) {
            let [bytes, facts] = self.part_files(&input.upload_id, number);
            let Some(facts) = read_facts(&facts) else { continue };
            let size = fs::metadata(&bytes).map_or(0, |file| file.len());
            parts.push(Part {
                part_number: Some(number),
                e_tag: Some(ETag::Strong(facts.etag)),
                checksum_sha256: facts.sha256,
                size: i64::try_from(size).ok(),
                ..Part::default()
            });
        }
        let output = ListPartsOutput {
            bucket: Some(input.bucket),
            key: Some(input.key),
            upload_id: Some(input.upload_id),
            parts: Some(parts),
            ..ListPartsOutput::default()
        };
        Ok(S3Response::new(output))
    }

    /// Rejects a completion that does not match the uploaded parts. s3s-fs itself deletes the upload before it checks
    /// the parts.
    pub(crate) fn check_parts(&self, input: &CompleteMultipartUploadInput) -> S3Result<()> {
        self.check_upload(&input.upload_id)?;
        let named = input.multipart_upload.as_ref().and_then(|upload| upload.parts.as_deref()).unwrap_or_default();
        let last = named.len();
        for (place, part) in named.iter().enumerate() {
            let number = part.part_number.unwrap_or(0);
            let [bytes, facts] = self.part_files(&input.upload_id, number);
            let named_tag = part.e_tag.as_ref().map(ETag::value);
            let size = fs::metadata(&bytes).map_or(0, |file| file.len());
            let fits = read_facts(&facts).is_some_and(|facts| {
                named_tag == Some(facts.etag.as_str())
                    && (facts.sha256.is_none() || facts.sha256 == part.checksum_sha256)
            });
            if !fits {
                return Err(s3_error!(InvalidPart, "A part could not be found, or its tag or checksum is another."));
            }
            if size < PART_MIN_BYTES && place + 1 != last {
                return Err(s3_error!(EntityTooSmall));
            }
        }
        Ok(())
    }

    /// Removes the files of all parts of a finished upload.
    pub(crate) fn delete_parts(&self, upload: &str) {
        for number in self.arrived(upload) {
            for path in self.part_files(upload, number) {
                // The file was already used or removed.
                let _gone = fs::remove_file(path);
            }
        }
    }

    /// Returns the numbers of the uploaded parts.
    fn arrived(&self, upload: &str) -> Vec<i32> {
        let prefix = format!(".upload_facts-{upload}.part-");
        let Ok(entries) = fs::read_dir(&self.root) else { return Vec::new() };
        let mut numbers: Vec<i32> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.strip_prefix(&prefix)?.strip_suffix(".json")?.parse().ok())
            .collect();
        numbers.sort_unstable();
        numbers
    }
}

fn read_facts(path: &Path) -> Option<PartFacts> {
    read_json(path).ok().flatten()
}
