//! The file store: s3s-fs on a folder behind the S3 protocol, with the behaviour of the real bucket.
//!
//! Compared with s3s-fs, an upload is atomic (s3s-fs would keep a body with a wrong checksum), the side files of a
//! deleted object are removed, and an event is written to disk before an upload is answered. `multipart` contains
//! multipart uploads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use s3s::auth::SimpleAuth;
use s3s::dto::*;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{S3, S3Request, S3Response, S3Result, s3_error};
use s3s_fs::FileSystem;

use crate::LocalError;
use crate::events::{CreatedObject, EventQueue, PREFIXES};

/// The bucket of uploaded files.
pub(crate) const FILES_BUCKET: &str = "noteninja-files";
/// The bucket behind CloudFront, with the website and the catalogue.
pub(crate) const SITE_BUCKET: &str = "noteninja-site";
/// Files of the built web app with the model of search by meaning.
const MODEL_MANIFEST: &str = "meaning.json";
const MODEL_PREFIX: &str = "meaning-model-";
/// Folder for incomplete uploads, beside the buckets.
pub(crate) const STAGING_FOLDER: &str = "uploads-under-way";

/// The buckets. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Files {
    inner: Arc<FileSystem>,
    pub(crate) root: PathBuf,
    events: EventQueue,
}

impl Files {
    pub(crate) fn open(root: &Path, events: EventQueue) -> Result<Files, LocalError> {
        let staging = root.join(STAGING_FOLDER);
        if staging.exists() {
            fs::remove_dir_all(&staging).map_err(|e| LocalError::file("remove", &staging, &e))?;
        }
        forget_staged(root);
        for bucket in [FILES_BUCKET, SITE_BUCKET, STAGING_FOLDER] {
            let path = root.join(bucket);
            fs::create_dir_all(&path).map_err(|e| LocalError::file("create", &path, &e))?;
        }
        let inner = FileSystem::new(root).map_err(|e| {
            LocalError::Setup(format!("The file store could not be opened at {}: {e:?}", root.display()))
        })?;
        Ok(Files { inner: Arc::new(inner), root: root.to_owned(), events })
    }

    /// Copies the model of search by meaning from the built web app to the site bucket, where the function `inside` reads
    /// it.
    pub(crate) fn publish_model(&self, dist: &Path) -> Result<(), LocalError> {
        let (from, to) = (dist.join(MODEL_MANIFEST), self.root.join(SITE_BUCKET).join(MODEL_MANIFEST));
        if !from.is_file() {
            return Ok(());
        }
        let assets = self.root.join(SITE_BUCKET).join("assets");
        fs::create_dir_all(&assets).map_err(|e| LocalError::file("create", &assets, &e))?;
        let built = dist.join("assets");
        for entry in fs::read_dir(&built).map_err(|e| LocalError::file("read", &built, &e))?.flatten() {
            let name = entry.file_name();
            if name.to_string_lossy().starts_with(MODEL_PREFIX) {
                fs::copy(entry.path(), assets.join(&name)).map_err(|e| LocalError::file("copy", &entry.path(), &e))?;
            }
        }
        // Copy the manifest last, so that it never names a missing file.
        fs::copy(&from, &to).map(drop).map_err(|e| LocalError::file("copy", &from, &e))
    }

    /// Returns the S3 service. Every request must be signed with this key pair.
    pub(crate) fn service(&self, access_key: &str, secret_key: &str) -> S3Service {
        let mut builder = S3ServiceBuilder::new(self.clone());
        builder.set_auth(SimpleAuth::from_single(access_key, secret_key));
        builder.build()
    }

    /// Reads an object of the site bucket for the simulated CloudFront. Returns `None` if it does not exist.
    pub(crate) async fn site_object(&self, key: &str) -> Option<GetObjectOutput> {
        let input = GetObjectInput::builder().bucket(SITE_BUCKET.to_owned()).key(key.to_owned()).build().ok()?;
        self.inner.get_object(plain(input)).await.ok().map(|answer| answer.output)
    }

    /// Reads a public image for the simulated CloudFront. Returns `None` if it does not exist.
    pub(crate) async fn public_picture(&self, key: &str) -> Option<GetObjectOutput> {
        let input = GetObjectInput::builder().bucket(FILES_BUCKET.to_owned()).key(key.to_owned()).build().ok()?;
        self.inner.get_object(plain(input)).await.ok().map(|answer| answer.output)
    }

    /// Returns the file of an object and the two side files that s3s-fs stores beside the buckets.
    pub(crate) fn paths(&self, bucket: &str, key: &str) -> [PathBuf; 3] {
        let (b, k) = (URL_SAFE_NO_PAD.encode(bucket), URL_SAFE_NO_PAD.encode(key));
        [
            self.root.join(format!(".bucket-{b}.object-{k}.metadata.json")),
            self.root.join(format!(".bucket-{b}.object-{k}.internal.json")),
            self.root.join(bucket).join(key),
        ]
    }

    pub(crate) fn delete_side_files(&self, bucket: &str, key: &str) {
        for path in &self.paths(bucket, key)[..2] {
            // A missing file counts as removed.
            let _gone = fs::remove_file(path);
        }
    }

    /// Moves a complete upload to its key. The object itself goes last, because it makes the upload visible.
    fn publish(&self, staged: &str, bucket: &str, key: &str) -> std::io::Result<u64> {
        let (from, to) = (self.paths(STAGING_FOLDER, staged), self.paths(bucket, key));
        if let Some(folder) = to[2].parent() {
            fs::create_dir_all(folder)?;
        }
        for (from, to) in from.iter().zip(&to) {
            if from.exists() {
                fs::rename(from, to)?;
            }
        }
        Ok(fs::metadata(&to[2])?.len())
    }

    /// Stores a body under an internal name, where no request can see it. A rejected body leaves nothing behind.
    pub(crate) async fn put_staged(
        &self,
        req: S3Request<PutObjectInput>,
        staged: &str,
    ) -> S3Result<S3Response<PutObjectOutput>> {
        let answer = self.inner.put_object(req).await;
        if answer.is_err() {
            for path in self.paths(STAGING_FOLDER, staged) {
                let _gone = fs::remove_file(path);
            }
        }
        answer
    }

    /// Moves the bytes of a complete body and removes its side files.
    pub(crate) fn move_staged(&self, staged: &str, to: &Path) -> std::io::Result<()> {
        self.delete_side_files(STAGING_FOLDER, staged);
        fs::rename(&self.paths(STAGING_FOLDER, staged)[2], to)
    }

    fn note(&self, bucket: &str, key: &str, etag: Option<&ETag>, how: &str) -> S3Result<()> {
        if bucket != FILES_BUCKET || !PREFIXES.iter().any(|prefix| key.starts_with(prefix)) || key.ends_with('/') {
            return Ok(());
        }
        let size_bytes = fs::metadata(self.root.join(bucket).join(key)).map_or(0, |m| m.len());
        let etag = etag.map(|tag| tag.value().to_owned()).unwrap_or_default();
        self.events
            .append(&CreatedObject { bucket, key, size_bytes, etag: &etag, event_name: how })
            .map_err(|e| s3_error!(e, InternalError))
    }
}

/// Removes the side files of uploads that were incomplete when the last server stopped.
fn forget_staged(root: &Path) {
    let staged = format!(".bucket-{}.", URL_SAFE_NO_PAD.encode(STAGING_FOLDER));
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&staged) {
            // Ignore an error: a file that cannot be removed is never read.
            let _gone = fs::remove_file(entry.path());
        }
    }
}

/// Creates a request that did not come over HTTP.
fn plain<T>(input: T) -> S3Request<T> {
    S3Request {
        input,
        method: http::Method::GET,
        uri: http::Uri::from_static("/"),
        headers: http::HeaderMap::new(),
        extensions: http::Extensions::new(),
        credentials: None,
        region: None,
        service: None,
        trailing_headers: None,
    }
}

/// Forwards operations to s3s-fs unchanged.
macro_rules! pass_on {
    ($($name:ident: $input:ty => $output:ty),* $(,)?) => {
        $(fn $name<'life0, 'async_trait>(&'life0 self, req: S3Request<$input>)
            -> std::pin::Pin<Box<dyn Future<Output = S3Result<S3Response<$output>>> + Send + 'async_trait>>
        where 'life0: 'async_trait, Self: 'async_trait {
            self.inner.$name(req)
        })*
    };
}

#[async_trait::async_trait]
impl S3 for Files {
    pass_on! {
        get_bucket_location: GetBucketLocationInput => GetBucketLocationOutput,
        get_object: GetObjectInput => GetObjectOutput,
        head_bucket: HeadBucketInput => HeadBucketOutput,
        head_object: HeadObjectInput => HeadObjectOutput,
        list_buckets: ListBucketsInput => ListBucketsOutput,
        list_objects: ListObjectsInput => ListObjectsOutput,
        list_objects_v2: ListObjectsV2Input => ListObjectsV2Output,
        create_multipart_upload: CreateMultipartUploadInput => CreateMultipartUploadOutput,
    }

    async fn put_object(&self, mut req: S3Request<PutObjectInput>) -> S3Result<S3Response<PutObjectOutput>> {
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        if !self.root.join(&bucket).is_dir() {
            return Err(s3_error!(NoSuchBucket));
        }
        let conditional = req.input.if_match.is_some() || req.input.if_none_match.is_some();
        let answer = if conditional || key.ends_with('/') {
            // The condition concerns the existing object with this key, so it cannot be checked under a staging name.
            self.inner.put_object(req).await?
        } else {
            let staged = ulid::Ulid::generate().to_string();
            req.input.bucket = STAGING_FOLDER.to_owned();
            req.input.key = staged.clone();
            let answer = self.put_staged(req, &staged).await?;
            self.publish(&staged, &bucket, &key).map_err(|e| s3_error!(e, InternalError))?;
            answer
        };
        self.note(&bucket, &key, answer.output.e_tag.as_ref(), "Put")?;
        Ok(answer)
    }

    async fn copy_object(&self, req: S3Request<CopyObjectInput>) -> S3Result<S3Response<CopyObjectOutput>> {
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        let answer = self.inner.copy_object(req).await?;
        let etag = answer.output.copy_object_result.as_ref().and_then(|result| result.e_tag.as_ref());
        self.note(&bucket, &key, etag, "Copy")?;
        Ok(answer)
    }

    async fn complete_multipart_upload(
        &self,
        req: S3Request<CompleteMultipartUploadInput>,
    ) -> S3Result<S3Response<CompleteMultipartUploadOutput>> {
        self.check_parts(&req.input)?;
        let (bucket, key, upload) = (req.input.bucket.clone(), req.input.key.clone(), req.input.upload_id.clone());
        let answer = self.inner.complete_multipart_upload(req).await?;
        self.delete_parts(&upload);
        self.note(&bucket, &key, answer.output.e_tag.as_ref(), "CompleteMultipartUpload")?;
        Ok(answer)
    }

    async fn upload_part(&self, req: S3Request<UploadPartInput>) -> S3Result<S3Response<UploadPartOutput>> {
        self.store_part(req).await
    }

    async fn list_parts(&self, req: S3Request<ListPartsInput>) -> S3Result<S3Response<ListPartsOutput>> {
        self.parts(req.input)
    }

    async fn abort_multipart_upload(
        &self,
        req: S3Request<AbortMultipartUploadInput>,
    ) -> S3Result<S3Response<AbortMultipartUploadOutput>> {
        let upload = req.input.upload_id.clone();
        self.check_upload(&upload)?;
        self.delete_parts(&upload);
        self.inner.abort_multipart_upload(req).await
    }

    async fn delete_object(&self, req: S3Request<DeleteObjectInput>) -> S3Result<S3Response<DeleteObjectOutput>> {
        let (bucket, key) = (req.input.bucket.clone(), req.input.key.clone());
        let answer = self.inner.delete_object(req).await?;
        self.delete_side_files(&bucket, &key);
        Ok(answer)
    }

    async fn delete_objects(&self, req: S3Request<DeleteObjectsInput>) -> S3Result<S3Response<DeleteObjectsOutput>> {
        let bucket = req.input.bucket.clone();
        let answer = self.inner.delete_objects(req).await?;
        for deleted in answer.output.deleted.iter().flatten() {
            if let Some(key) = &deleted.key {
                self.delete_side_files(&bucket, key);
            }
        }
        Ok(answer)
    }
}
