pub(crate) mod blocks;
pub(crate) mod followers;
pub(crate) mod many_students;
pub(crate) mod photos;
pub(crate) mod sessions;
pub(crate) mod students;
