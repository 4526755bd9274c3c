//! Link previews, `robots.txt` and sitemaps, as crawlers of chat programs and search engines request them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use journeys::test_env::PASSWORD;
use journeys::{ApiClient, TestEnv};
use serde_json::{Value, json};
use store::{AlbumId, ShelfId};

/// User agents of six crawlers.
const CRAWLERS: [&str; 6] = [
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Twitterbot/1.0",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "WhatsApp/2.23.20.0",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
];

/// Returns the link preview of a page. A deployed stack has no CDN in front that recognises crawlers, so the request
/// goes to the route that the CDN would select.
async fn preview(env: &TestEnv, crawler: &str, page: &str, token: Option<&str>) -> String {
    let request = if env.is_deployed() {
        let (url, front) = env.route(&format!("/crawlers/pages/{}", URL_SAFE_NO_PAD.encode(page)));
        reqwest::Client::new().get(url).headers(front)
    } else {
        reqwest::Client::new().get(format!("{}{page}", env.base))
    };
    let request = if let Some(token) = token { request.bearer_auth(token) } else { request };
    let answer = request.header("user-agent", crawler).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{page} for {crawler}");
    assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8", "{page}");
    assert_eq!(answer.headers()["cache-control"], "public, max-age=45", "{page}");
    answer.text().await.unwrap()
}

/// Returns the content of a meta element.
fn tag<'a>(html: &'a str, name: &str) -> &'a str {
    let start = html.split_once(&format!("\"{name}\" content=\"")).unwrap_or_else(|| panic!("no {name} in {html}")).1;
    start.split_once('"').unwrap().0
}

/// Returns the structured data of a preview.
fn structured(html: &str) -> Value {
    let data = html.split_once("<script type=\"application/ld+json\">").unwrap().1;
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// One page with what its preview must contain while a visitor may see it.
struct Previewed {
    page: String,
    /// Path of the canonical address.
    canonical: String,
    title: String,
    /// Type of the structured data.
    kind: &'static str,
}

impl Previewed {
    fn new(page: String, canonical: String, title: &str, kind: &'static str) -> Self {
        Previewed { page, canonical, title: title.to_owned(), kind }
    }
}

/// Creates one item of every kind that can be hidden.
async fn items(env: &'static TestEnv, admin: &ApiClient, owner: &ApiClient) -> (Vec<Previewed>, [String; 5]) {
    let code = env.unique_name("seen").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "Marked <b> course" })).await.expect(200);
    let of_course = admin.publish(&code, "Marked of the course", 2).await;
    let note = admin.publish(&code, "Marked note", 2).await;
    let album_note = env.album_note(AlbumId::Cram, "Marked album note", admin.uid()).await;
    let recording = env.recording(ShelfId::DeepDive, "Marked recording", 754).await;
    let listed = env.recording(ShelfId::Radio, "Listed", 20).await;
    let made = json!({ "name": "Marked playlist", "audioIds": [listed] });
    let playlist = owner.post("/me/playlists", made).await.expect(201)["playlist"]["id"].as_str().unwrap().to_owned();
    let username = owner.me["username"].as_str().unwrap().to_owned();
    let shared = |id: &str| format!("/download/{id}");
    let pages = vec![
        Previewed::new(format!("/guide/{code}/notes"), shared(&code), "Marked &#60;b&#62; course", "Course"),
        Previewed::new(shared(&code), shared(&code), "Marked &#60;b&#62; course", "Course"),
        Previewed::new(shared(&of_course), shared(&of_course), "Marked of the course", "LearningResource"),
        Previewed::new(format!("/note/{note}"), shared(&note), "Marked note", "LearningResource"),
        Previewed::new(shared(&album_note), shared(&album_note), "Marked album note", "LearningResource"),
        Previewed::new(format!("/audio/{recording}"), format!("/audio/{recording}"), "Marked recording", "AudioObject"),
        Previewed::new(format!("/playlist/{playlist}"), format!("/playlist/{playlist}"), "Marked playlist", "ItemList"),
        Previewed::new(format!("/u/{username}"), format!("/u/{username}"), &username, "ProfilePage"),
    ];
    (pages, [code, note, album_note, recording, playlist])
}

#[tokio::test]
async fn s7_links_1_s7_links_2_six_crawlers_get_the_preview_of_every_page_only_while_visitors_may_see_it() {
    let env = TestEnv::shared();
    let (admin, owner) = (env.sign_in_admin().await, env.sign_up_student("previewed").await);
    let (pages, [code, note, album_note, recording, playlist]) = items(env, &admin, &owner).await;
    let app = preview(env, CRAWLERS[0], &format!("/note/{}", ulid::Ulid::generate()), None).await;
    assert_eq!(tag(&app, "og:title"), "Note Ninja");
    assert!(structured(&app)["@type"] == "WebSite" && !app.contains("Marked"), "{app}");

    for Previewed { page, canonical, title, kind } in &pages {
        // The index finds a new item some milliseconds later.
        let is_found = async || (preview(env, CRAWLERS[0], page, None).await != app).then_some(());
        env.wait_until(&format!("the preview of {page}"), is_found).await;
        for crawler in CRAWLERS {
            let html = preview(env, crawler, page, None).await;
            assert!(tag(&html, "og:title").contains(title.as_str()), "{page} for {crawler}: {html}");
            assert!(tag(&html, "twitter:title").contains(title.as_str()), "{page}: {html}");
            assert!(
                html.contains(&format!("<link rel=\"canonical\" href=\"{}{canonical}\">", env.base)),
                "{page}: {html}"
            );
            assert_eq!(tag(&html, "og:url"), format!("{}{canonical}", env.base), "{page}");
            assert!(tag(&html, "og:image").starts_with(&env.base), "{page}: {html}");
            assert!(!tag(&html, "description").is_empty(), "{page}: {html}");
            let data = structured(&html);
            assert_eq!((data["@context"].as_str(), data["@type"].as_str()), (Some("https://schema.org"), Some(*kind)));
            for secret in [owner.email(), owner.uid(), admin.uid(), "<b>", "X-Amz-"] {
                assert!(!html.contains(secret), "{secret} is in the preview of {page}: {html}");
            }
        }
    }
    for (page, title) in
        [("/cram-mode", "Cram Mode"), ("/deep-dive", "Deep Dive"), ("/audio-notes", "Note Ninja Radio")]
    {
        for crawler in CRAWLERS {
            let html = preview(env, crawler, page, None).await;
            assert_eq!((tag(&html, "og:title"), structured(&html)["@type"].as_str()), (title, Some("CollectionPage")));
        }
    }

    admin.delete(&format!("/notes/{note}")).await.expect(204);
    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    admin.delete(&format!("/album-notes/{album_note}")).await.expect(204);
    admin.delete(&format!("/audio/{recording}")).await.expect(204);
    owner.patch(&format!("/playlists/{playlist}"), json!({ "visibility": "private" })).await.expect(200);
    for Previewed { page, .. } in pages.iter().filter(|previewed| previewed.kind != "ProfilePage") {
        let is_app = async || (preview(env, CRAWLERS[0], page, None).await == app).then_some(());
        env.wait_until(&format!("{page} to have the preview of the app"), is_app).await;
        for crawler in CRAWLERS {
            for caller in [None, owner.token.as_deref(), admin.token.as_deref()] {
                assert_eq!(preview(env, crawler, page, caller).await, app, "{page} for {crawler}");
            }
        }
    }

    let profile = &pages.last().unwrap().page;
    owner.post("/auth/account/delete", json!({ "password": PASSWORD })).await.expect(204);
    for page in [profile, &format!("/playlist/{playlist}")] {
        let is_app = async || (preview(env, CRAWLERS[0], page, None).await == app).then_some(());
        env.wait_until(&format!("{page} of a deleted account to have the preview of the app"), is_app).await;
        for crawler in CRAWLERS {
            assert_eq!(preview(env, crawler, page, None).await, app, "{page} for {crawler}");
        }
    }
}

#[tokio::test]
async fn s7_links_1_a_link_into_a_recording_previews_its_start_and_keeps_one_canonical_address() {
    let env = TestEnv::shared();
    let id = env.recording(ShelfId::QuickRecap, "Heaps", 754).await;
    let page = format!("/audio/{id}?from=chat&t=83");
    // A deployed stack gets the page as its CDN would send it.
    let page = if env.is_deployed() { format!("/audio/{id}?t=83") } else { page };
    let is_found = async || {
        let html = preview(env, CRAWLERS[0], &page, None).await;
        (tag(&html, "og:title") == "Heaps").then_some(html)
    };
    let html = env.wait_until("the preview of a recording", is_found).await;
    assert_eq!(tag(&html, "og:description"), "From 1:23 · CS 246 · Quick Recap · 12:34 · Made by a test");
    assert_eq!(tag(&html, "og:url"), format!("{}/audio/{id}?t=83", env.base));
    assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{}/audio/{id}\">", env.base)), "{html}");
    assert_eq!(structured(&html)["duration"], "PT12M34S");
    let html = preview(env, CRAWLERS[0], &format!("/audio/{id}?t=754"), None).await;
    assert_eq!(tag(&html, "og:url"), format!("{}/audio/{id}", env.base), "the end is no start");
}

#[tokio::test]
async fn s7_links_1_a_browser_gets_no_preview() {
    let env = TestEnv::shared();
    let browser = "Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 Chrome/126 Mobile Safari/537.36";
    // In the cloud, the CDN decides; `tests/cloud` checks its function.
    let base = if env.is_deployed() { return } else { &env.base };
    let answer = reqwest::Client::new().get(format!("{base}/deep-dive")).header("user-agent", browser).send().await;
    let page = answer.unwrap().text().await.unwrap();
    assert!(page.contains("Note Ninja") && !page.contains("og:title"), "{page}");
}

#[tokio::test]
async fn s7_links_3_sitemaps_list_the_published_courses_without_hidden_ones() {
    let env = TestEnv::shared();
    let (admin, visitor) = (env.sign_in_admin().await, env.anonymous_client());
    let code = env.unique_name("mapped").to_uppercase();
    admin.put(&format!("/courses/{code}"), json!({ "title": "A course for search engines" })).await.expect(200);
    let sitemap = async || {
        let answer = visitor.get("/crawlers/sitemap-1.xml").await;
        // The catalogue can be replaced while the route reads it.
        (answer.status == 200).then(|| answer.body.as_str().unwrap().to_owned())
    };
    let entry = format!("<loc>{}/download/{code}</loc>", env.base);
    let listed =
        env.wait_until("the course in the sitemap", async || sitemap().await.filter(|it| it.contains(&entry))).await;
    assert!(listed.contains(&format!("<loc>{}/night-owl</loc>", env.base)), "{listed}");
    assert!(!listed.contains("for search engines"), "only URLs are listed");

    let index = visitor.get("/crawlers/sitemap.xml").await;
    assert_eq!(index.header("content-type"), Some("application/xml; charset=utf-8"));
    assert_eq!(index.header("cache-control"), Some("public, max-age=600"));
    let index = index.expect(200);
    assert!(index.as_str().unwrap().contains(&format!("<loc>{}/sitemap-1.xml</loc>", env.base)), "{index}");
    assert_eq!(visitor.get("/crawlers/sitemap-99.xml").await.problem(404), "not_found");
    assert_eq!(visitor.get("/crawlers/humans.txt").await.problem(404), "not_found");
    let robots = visitor.get("/crawlers/robots.txt").await.expect(200);
    assert!(robots.as_str().unwrap().contains(&format!("Sitemap: {}/sitemap.xml", env.base)), "{robots}");

    admin.put(&format!("/admin/courses/{code}/visibility"), json!({ "hidden": true })).await.expect(200);
    env.wait_until("the hidden course to leave the sitemap", async || {
        sitemap().await.filter(|it| !it.contains(&entry))
    })
    .await;
}
