//! Documents for crawlers of chat programs and search engines: link previews, `robots.txt` and sitemaps.
//!
//! They show what a visitor may see. Crawlers send no token, so no handler reads one.

mod document;
pub(crate) mod page;
pub(crate) mod previews;
mod schema_org;
pub(crate) mod site_files;
