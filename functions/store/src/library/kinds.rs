//! Implementations of [content](crate::library::content::Content) for the three kinds: their collection and its counts.

/// Methods that return the fields with the same name in all three kinds.
macro_rules! fields {
    () => {
        fn id(&self) -> model::ids::ProductId {
            self.id.into()
        }

        fn details(&self) -> &$crate::library::content::Details {
            &self.details
        }

        fn details_mut(&mut self) -> &mut $crate::library::content::Details {
            &mut self.details
        }

        fn file(&self) -> &$crate::library::content::File<Self::Inside> {
            &self.file
        }

        fn file_mut(&mut self) -> &mut $crate::library::content::File<Self::Inside> {
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

/// Methods of content with a subject: recordings and album notes.
macro_rules! about_a_subject {
    () => {
        fn particulars(&self) -> $crate::library::content::Particulars {
            let subject = $crate::library::content::Subject { text: self.subject.clone(), course: self.course };
            $crate::library::content::Particulars { subject: Some(subject), ..Default::default() }
        }

        fn set_particulars(&mut self, particulars: &$crate::library::content::Particulars) {
            if let Some(subject) = &particulars.subject {
                self.subject.clone_from(&subject.text);
                self.course = subject.course;
            }
        }

        fn part(&self) -> String {
            self.subject.clone()
        }
    };
}

mod album_note;
mod audio;
mod note;
