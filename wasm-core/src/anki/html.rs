//! Converts the HTML of a card to Markdown with formulas, and collects its images, sounds and scripts.
//!
//! The tokens of html5gum are converted one after the other. No tree is built, so deep nesting cannot exhaust the
//! stack.

mod emphasis;
mod markdown;
mod source;
mod tex;
mod writer;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use self::emphasis::Emphasis;
use self::markdown::Syntax;
use self::source::{Source, text};
use self::writer::Writer;

/// The result of converting the HTML of one side.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// Text as Markdown.
    pub markdown: String,
    /// Names of images in their order.
    pub pictures: Vec<String>,
    /// Names of sounds.
    pub sounds: Vec<String>,
    /// Element names of scripts and other active content.
    pub scripts: Vec<String>,
    /// Names of fields for typed answers.
    pub typing: Vec<String>,
}

/// Elements with active or embedded content. They are dropped together with their content.
const ACTIVE: [&str; 9] = ["script", "iframe", "object", "embed", "svg", "canvas", "video", "audio", "template"];

/// Longer link titles are dropped, because each line of a link repeats its title.
const LINK_TITLE_MAX_BYTES: usize = 80;

/// Whether an element has no content. Browsers ignore self-closing syntax in elements whose content is not markup.
fn is_empty(name: &str, is_self_closing: bool) -> bool {
    name == "embed" || (is_self_closing && !matches!(name, "script" | "style" | "iframe"))
}

/// Converts HTML. Purely visual markup is dropped.
#[must_use]
pub fn convert(html: &str) -> Converted {
    let source = Source::extract(html);
    let mut converted = Converted { sounds: source.sounds.clone(), ..Converted::default() };
    let mut writer = Writer::new(&source.formulas);
    // Name of the element whose content is being dropped, and the number of elements of this name that are open inside
    // it.
    let mut skipped: Option<(String, u32)> = None;
    let mut emitter = DefaultEmitter::default();
    // The content of a script is not markup, even if it looks like it.
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
                        // A link cannot contain another link.
                        writer.close("a");
                        writer.open("a", link(attribute("href").as_deref(), attribute("title").as_deref()));
                    }
                    "ol" => writer.list(Some(number(attribute("start").as_deref()).unwrap_or(1))),
                    "li" => writer.item(number(attribute("value").as_deref())),
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

/// Returns plain text as Markdown that renders unchanged, including line breaks. Formulas in Anki's delimiters remain
/// formulas.
#[must_use]
pub fn convert_plain(text: &str) -> String {
    convert(&plain_as_html(text)).markdown
}

/// Returns plain text as HTML that renders unchanged, including line breaks.
#[must_use]
pub fn plain_as_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\n', "<br>")
}

fn start(writer: &mut Writer<'_>, name: &str) {
    match name {
        "b" | "strong" => writer.open("b", Syntax::emphasis(Emphasis::Bold)),
        "i" | "em" | "cite" | "dfn" => writer.open("i", Syntax::emphasis(Emphasis::Italic)),
        "s" | "strike" | "del" => writer.open("s", Syntax::emphasis(Emphasis::Strike)),
        "sub" | "sup" => writer.begin_script(name),
        "tt" | "kbd" | "samp" => writer.code(None),
        "pre" => writer.pre(),
        "br" => writer.line(),
        "ul" => writer.list(None),
        "rt" => writer.text("("),
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
        "sub" | "sup" => writer.end_script(name),
        "rt" => writer.text(")"),
        // Browsers read `</br>` as `<br>`.
        "br" => writer.line(),
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

/// Returns the delimiter cell below a header cell, which aligns its column.
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

/// Returns the number of an item of a list. Markdown allows at most nine digits.
fn number(value: Option<&str>) -> Option<i32> {
    value.and_then(|value| value.trim().parse().ok()).filter(|number| (-999_999_999..=999_999_999).contains(number))
}

/// Returns the Markdown syntax around the text of a link. Only web and e-mail URLs become links.
fn link(href: Option<&str>, title: Option<&str>) -> Syntax {
    let leads = |href: &&str| ["https://", "http://", "mailto:"].iter().any(|start| href.starts_with(start));
    let Some(href) = href.map(str::trim).filter(leads) else { return Syntax::default() };
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
    Syntax { open: "[".into(), close, kind: None }
}

/// Returns the file name in a URL. Anki percent-encodes some names.
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
