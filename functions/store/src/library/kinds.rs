//! Implementations of [`Content`](crate::library::content::Content) for the three kinds: what differs is mainly the
//! collection and its counts.

/// Methods that return the fields with the same name in all three kinds.
macro_rules! fields {
    () => {
        fn id(&self) -> model::ids::ProductId {
            self.id.into()
        }

        fn details(&self) -> &$crate::library::content::CommonMetadata {
            &self.details
        }

        fn details_mut(&mut self) -> &mut $crate::library::content::CommonMetadata {
            &mut self.details
        }

        fn file(&self) -> &$crate::library::content::File<Self::Metadata> {
            &self.file
        }

        fn file_mut(&mut self) -> &mut $crate::library::content::File<Self::Metadata> {
            &mut self.file
        }

        fn likes(&self) -> u32 {
            self.likes
        }

        fn version(&self) -> u32 {
            self.version
        }

        fn version_mut(&mut self) -> &mut u32 {
            &mut self.version
        }

        fn uploader(&self) -> &model::ids::UserId {
            &self.uploader
        }

        fn uploader_name(&self) -> &str {
            &self.uploader_name
        }

        fn uploaded_at(&self) -> model::timestamp::Timestamp {
            self.uploaded_at
        }
    };
}

mod album_note;
mod audio;
mod note;
