//! The HTML of a card as Markdown with formulas, and what in it is neither.
//!
//! The tokens are html5gum's. They are written one after the other and no tree is built, so that nothing nests without end.

mod emphasis;
mod markdown;
mod source;
mod tex;
mod writer;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use self::emphasis::Kind;
use self::markdown::Mark;
use self::source::{Source, text};
use self::writer::Writer;

/// What became of the HTML of one side.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// The text as Markdown.
    pub markdown: String,
    /// Names of pictures, in their order.
    pub pictures: Vec<String>,
    /// Names of sounds.
    pub sounds: Vec<String>,
    /// Scripts and what else does something, by the names of their elements.
    pub scripts: Vec<String>,
    /// Fields for typing.
    pub typing: Vec<String>,
}

/// Elements that do something, or show what is elsewhere: they are left out with all that is in them.
const ACTIVE: [&str; 9] = ["script", "iframe", "object", "embed", "svg", "canvas", "video", "audio", "template"];

/// Longer titles of links are dropped: each line of a link repeats its title.
const LINK_TITLE_MAX_BYTES: usize = 80;

/// Whether nothing is in an element. Those whose content is no markup end only where it says so.
fn is_empty(name: &str, is_self_closing: bool) -> bool {
    name == "embed" || (is_self_closing && !matches!(name, "script" | "style" | "iframe"))
}

/// Reads HTML. What is only for looks is dropped.
#[must_use]
pub fn convert(html: &str) -> Converted {
    let source = Source::of(html);
    let mut converted = Converted { sounds: source.sounds.clone(), ..Converted::default() };
    let mut writer = Writer::new(&source.formulas);
    // The element whose content is left out, and how often it stands in itself.
    let mut skipped: Option<(String, u32)> = None;
    let mut emitter = DefaultEmitter::default();
    // What stands in a script is no markup, however much it looks like it.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(&source.html, emitter) {
        match token {
            Token::StartTag(tag) => {
                let name = text(&tag.name);
                if let Some((skipped, depth)) = &mut skipped {
                    *depth += u32::from(*skipped == name && !is_empty(&name, tag.self_closing));
                    continue;
                }
                let attribute = |wanted: &str| tag.attributes.get(wanted.as_bytes()).map(|value| text(value));
                let is_active = ACTIVE.contains(&name.as_str());
                if is_active {
                    converted.scripts.push(format!("<{name}>"));
                }
                if (is_active || matches!(name.as_str(), "style" | "rp")) && !is_empty(&name, tag.self_closing) {
                    skipped = Some((name, 1));
                    continue;
                }
                match name.as_str() {
                    "img" => converted.pictures.extend(attribute("src").map(|name| file_name(&name))),
                    "input" | "textarea" | "select" | "button" => {
                        converted.typing.push(attribute("name").unwrap_or_default());
                    }
                    "a" => {
                        // A link cannot be in another one.
                        writer.close("a");
                        writer.open("a", link(attribute("href").as_deref(), attribute("title").as_deref()));
                    }
                    "ol" => writer.list(Some(first_number(attribute("start").as_deref()))),
                    "code" => writer.code(attribute("class").as_deref()),
                    "td" | "th" => {
                        writer.cell(delimiter(attribute("style").as_deref(), attribute("align").as_deref()));
                    }
                    _ => start(&mut writer, &name),
                }
            }
            Token::EndTag(tag) => {
                let name = text(&tag.name);
                match &mut skipped {
                    Some((open, depth)) => {
                        *depth -= u32::from(*open == name);
                        if *depth == 0 {
                            skipped = None;
                        }
                    }
                    None => end(&mut writer, &name),
                }
            }
            Token::String(string) if skipped.is_none() => writer.text(&text(&string)),
            Token::String(_) | Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    converted.markdown = writer.finish();
    converted
}

/// Returns the text of HTML without its elements.
#[must_use]
pub fn text_of(html: &str) -> String {
    let mut out = String::new();
    for Ok(token) in Tokenizer::new(html) {
        if let Token::String(string) = token {
            out.push_str(&text(&string));
        }
    }
    out
}

/// Returns plain text as Markdown that shows it as it is, with its line breaks. Formulas between Anki's signs stay formulas.
#[must_use]
pub fn convert_plain(text: &str) -> String {
    convert(&plain_as_html(text)).markdown
}

/// Returns plain text as HTML that shows it as it is, with its line breaks.
#[must_use]
pub fn plain_as_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\n', "<br>")
}

fn start(writer: &mut Writer<'_>, name: &str) {
    match name {
        "b" | "strong" => writer.open("b", Mark::emphasis(Kind::Bold)),
        "i" | "em" | "cite" | "dfn" => writer.open("i", Mark::emphasis(Kind::Italic)),
        "s" | "strike" | "del" => writer.open("s", Mark::emphasis(Kind::Strike)),
        "sub" | "sup" => writer.raise(name),
        "tt" | "kbd" | "samp" => writer.code(None),
        "pre" => writer.pre(),
        "br" => writer.line(),
        "ul" => writer.list(None),
        "rt" => writer.text("("),
        "li" => writer.item(),
        "table" => writer.table(),
        "tr" => writer.row(),
        "hr" => writer.rule(),
        "blockquote" => writer.quote(),
        name if is_block(name) => writer.paragraph(name == "p"),
        _ => {
            if let Some(level) = heading_level(name) {
                writer.heading(level);
            }
        }
    }
}

fn end(writer: &mut Writer<'_>, name: &str) {
    match name {
        "b" | "strong" => writer.close("b"),
        "i" | "em" | "cite" | "dfn" => writer.close("i"),
        "s" | "strike" | "del" => writer.close("s"),
        "a" => writer.close(name),
        "sub" | "sup" => writer.end_raise(name),
        "rt" => writer.text(")"),
        "code" | "tt" | "kbd" | "samp" => writer.end_code(),
        "pre" => writer.end_pre(),
        "ul" | "ol" => writer.end_list(),
        "table" => writer.end_table(),
        "tr" => writer.end_row(),
        "blockquote" => writer.end_quote(),
        name if is_block(name) => writer.paragraph(name == "p"),
        _ if heading_level(name).is_some() => writer.end_heading(),
        _ => {}
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "center"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "dl"
            | "dt"
            | "dd"
            | "figure"
            | "figcaption"
            | "details"
            | "summary"
            | "address"
            | "form"
    )
}

/// Returns the level of a heading, `h1` to `h6`.
fn heading_level(name: &str) -> Option<usize> {
    name.strip_prefix('h')?.parse().ok().filter(|level| (1..=6).contains(level))
}

/// Returns what stands below a cell of the first row, which aligns its column.
fn delimiter(style: Option<&str>, align: Option<&str>) -> &'static str {
    let rules = style.unwrap_or_default().split(';').filter_map(|rule| rule.split_once(':'));
    let in_style = rules.filter(|(name, _)| name.trim() == "text-align").map(|(_, value)| value).next_back();
    match in_style.or(align).map(str::trim) {
        Some("left") => ":--",
        Some("center") => ":-:",
        Some("right") => "--:",
        _ => "---",
    }
}

/// The number of the first item of a list; Markdown knows those of up to nine digits.
fn first_number(start: Option<&str>) -> u32 {
    start.and_then(|start| start.trim().parse().ok()).filter(|number| *number < 1_000_000_000).unwrap_or(1)
}

/// Only addresses of web pages and of mail lead anywhere.
fn link(href: Option<&str>, title: Option<&str>) -> Mark {
    let leads = |href: &&str| ["https://", "http://", "mailto:"].iter().any(|start| href.starts_with(start));
    let Some(href) = href.map(str::trim).filter(leads) else { return Mark::default() };
    let mut close = String::from("](");
    for sign in href.chars() {
        if matches!(sign, '(' | ')' | '<' | '>' | '\\' | '|') || sign.is_whitespace() {
            close.push_str(&format!("%{:02X}", u32::from(sign)));
        } else {
            close.push(sign);
        }
    }
    let title = title.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if !title.is_empty() && title.len() <= LINK_TITLE_MAX_BYTES {
        close.push_str(" \"");
        for sign in title.chars() {
            if sign.is_ascii_punctuation() {
                close.push_str(&format!("&#{};", u32::from(sign)));
            } else {
                close.push(sign);
            }
        }
        close.push('"');
    }
    close.push(')');
    Mark { open: "[".into(), close, kind: None }
}

/// The name of a file in an address: Anki writes some with percent signs.
fn file_name(address: &str) -> String {
    let bytes = address.as_bytes();
    let mut name = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let digits = bytes.get(place + 1..place + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| *byte == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                name.push(decoded);
                place += 3;
            }
            None => {
                name.push(*byte);
                place += 1;
            }
        }
    }
    String::from_utf8(name).unwrap_or_else(|_| address.to_owned())
}

#[cfg(test)]
mod tests;
