pub(crate) mod albums;
pub(crate) mod audio;
pub(crate) mod content;
pub(crate) mod courses;
pub(crate) mod hidden_courses;
pub(crate) mod merging;
pub(crate) mod notes;
pub(crate) mod same_file;
