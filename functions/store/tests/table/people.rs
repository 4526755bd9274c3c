pub(crate) mod blocks;
pub(crate) mod followers;
pub(crate) mod photos;
pub(crate) mod query_scaling;
pub(crate) mod sessions;
pub(crate) mod students;
