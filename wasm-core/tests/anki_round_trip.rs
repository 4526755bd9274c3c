//! A card that is exported to Anki is unchanged when it is imported again. The HTML here matches the export of the
//! page, which `fixtures/anki-round-trip.json` verifies.

use proptest::prelude::*;
use wasm_core::anki::html::convert;

/// Inline parts as Markdown and as HTML.
const INLINE: &[(&str, &str)] = &[
    ("word", "word"),
    ("**bold**", "<strong>bold</strong>"),
    ("*it*", "<em>it</em>"),
    ("~~no~~", "<del>no</del>"),
    ("`a*b  c`", "<code>a*b  c</code>"),
    ("$x_1 < y$", "\\(x_1 &lt; y\\)"),
    ("\\_2 \\* 3 \\$5 \\&lt;", "_2 * 3 $5 &amp;lt;"),
    ("[a](https://x.org/b%20c \"d&#34;\")", "<a href=\"https://x.org/b%20c\" title=\"d&quot;\">a</a>"),
    // Not at the beginning of a line, where a display formula would be a paragraph of its own.
    ("$$y$$", "\\[y\\]"),
];

/// Line starts that would begin a block if they were not escaped.
const LITERAL: &[(&str, &str)] = &[
    ("\\# ", "# "),
    ("\\> ", "&gt; "),
    ("\\- ", "- "),
    ("\\+ ", "+ "),
    ("1\\. ", "1. "),
    ("2\\) ", "2) "),
    ("\\:- ", ":- "),
];

/// Blocks that are not paragraphs and contain no other blocks.
const LEAVES: &[(&str, &str)] = &[
    ("```\nint x;\n\n  return *x;\n```", "<pre><code>int x;\n\n  return *x;\n</code></pre>"),
    ("````c++\n\n```\n````", "<pre><code class=\"language-c++\">\n```\n</code></pre>"),
    ("$$z^2$$", "<p>\\[z^2\\]</p>"),
    ("a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"),
    (
        "| a | *b* |\n| :-- | --- |\n| `x\\|y` | $$1$$ |",
        "<table><thead><tr><th style=\"text-align: left;\">a</th><th><em>b</em></th></tr></thead><tbody><tr>\
         <td style=\"text-align: left;\"><code>x|y</code></td><td>\\[1\\]</td></tr></tbody></table>",
    ),
    ("| a |\n| :-: |", "<table><thead><tr><th style=\"text-align: center;\">a</th></tr></thead></table>"),
];

/// An inline part or a block, as Markdown and as HTML.
#[derive(Debug, Clone)]
struct Pair {
    markdown: String,
    html: String,
}

impl Pair {
    fn of((markdown, html): (&str, &str)) -> Self {
        Self { markdown: markdown.into(), html: html.into() }
    }

    fn joined(pairs: &[Self], markdown: &str, html: &str) -> Self {
        let all = |part: fn(&Self) -> &str, sign: &str| pairs.iter().map(part).collect::<Vec<_>>().join(sign);
        Self { markdown: all(|pair| &pair.markdown, markdown), html: all(|pair| &pair.html, html) }
    }

    fn is_list(&self) -> bool {
        self.html.starts_with("<ul>") || self.html.starts_with("<ol")
    }
}

/// Prefixes the first line of a block and its other lines.
fn within(block: &str, first: &str, others: &str) -> String {
    let lines = block.lines().enumerate().map(|(number, line)| match number {
        0 => format!("{first}{line}"),
        _ if line.is_empty() => others.trim_end().to_owned(),
        _ => format!("{others}{line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a list of these items: with hyphens if `first` is `None`, otherwise numbered from `first`.
fn list(first: Option<usize>, items: &[Pair], markdown_between: &str) -> Pair {
    let items = items.iter().enumerate().map(|(place, item)| {
        let sign = first.map_or("- ".to_owned(), |first| format!("{}. ", first + place));
        let markdown = within(&item.markdown, &sign, &" ".repeat(sign.len()));
        Pair { markdown, html: format!("<li>{}</li>", item.html) }
    });
    let inside = Pair::joined(&items.collect::<Vec<_>>(), markdown_between, "\n");
    let (open, close) = match first {
        None => ("<ul>".to_owned(), "</ul>"),
        Some(1) => ("<ol>".to_owned(), "</ol>"),
        Some(first) => (format!("<ol start=\"{first}\">"), "</ol>"),
    };
    Pair { markdown: inside.markdown, html: format!("{open}\n{}\n{close}", inside.html) }
}

fn words() -> impl Strategy<Value = Pair> {
    let inline = prop::sample::select(INLINE);
    let first = prop::sample::select(&INLINE[..INLINE.len() - 1]);
    (first, prop::collection::vec(inline, 0..4)).prop_map(|(first, others)| {
        let all: Vec<Pair> = std::iter::once(first).chain(others).map(Pair::of).collect();
        Pair::joined(&all, " ", " ")
    })
}

/// Lines of a paragraph without its element.
fn lines() -> impl Strategy<Value = Pair> {
    let line = (prop::option::of(prop::sample::select(LITERAL)), words()).prop_map(|(literal, words)| {
        let literal = Pair::of(literal.unwrap_or_default());
        Pair::joined(&[literal, words], "", "")
    });
    prop::collection::vec(line, 1..3).prop_map(|lines| Pair::joined(&lines, "\\\n", "<br>\n"))
}

fn paragraph() -> impl Strategy<Value = Pair> {
    lines().prop_map(|Pair { markdown, html }| Pair { markdown, html: format!("<p>{html}</p>") })
}

fn heading() -> impl Strategy<Value = Pair> {
    (1..7_usize, words()).prop_map(|(level, Pair { markdown, html })| Pair {
        markdown: format!("{} {markdown}", "#".repeat(level)),
        html: format!("<h{level}>{html}</h{level}>"),
    })
}

fn quote(inside: &Pair) -> Pair {
    Pair {
        markdown: within(&inside.markdown, "> ", "> "),
        html: format!("<blockquote>\n{}\n</blockquote>", inside.html),
    }
}

/// Joins blocks with blank lines between them. Two adjacent lists would become one.
fn sequence(blocks: Vec<Pair>) -> Pair {
    let mut kept: Vec<Pair> = Vec::new();
    for block in blocks {
        if !(block.is_list() && kept.last().is_some_and(Pair::is_list)) {
            kept.push(block);
        }
    }
    Pair::joined(&kept, "\n\n", "\n")
}

/// A list without blank lines: lines of text in each item, and at most one more block.
fn tight_list() -> impl Strategy<Value = Pair> {
    let code = prop::sample::select(&LEAVES[..2]).prop_map(Pair::of);
    let inner = (prop::option::of(Just(1)), prop::collection::vec(lines(), 1..3));
    let inner = inner.prop_map(|(first, items)| list(first, &items, "\n"));
    let block = prop_oneof![heading(), code, paragraph().prop_map(|inside| quote(&inside)), inner];
    let item = (lines(), prop::option::of(block)).prop_map(|(lines, block)| match block {
        None => lines,
        Some(block) => Pair {
            markdown: format!("{}\n{}", lines.markdown, block.markdown),
            html: format!("{}\n{}\n", lines.html, block.html),
        },
    });
    (prop::option::of(1..20_usize), prop::collection::vec(item, 1..4))
        .prop_map(|(first, items)| list(first, &items, "\n"))
}

fn card() -> impl Strategy<Value = Pair> {
    let leaf = prop_oneof![paragraph(), heading(), prop::sample::select(LEAVES).prop_map(Pair::of), tight_list()];
    let block = leaf.prop_recursive(3, 30, 3, |block| {
        let blocks = prop::collection::vec(block, 1..4);
        // Items that begin with a paragraph have blank lines between them.
        let item = (paragraph(), blocks.clone()).prop_map(|(paragraph, mut blocks)| {
            blocks.insert(0, paragraph);
            let Pair { markdown, html } = sequence(blocks);
            Pair { markdown, html: format!("\n{html}\n") }
        });
        let loose = (prop::option::of(1..20_usize), prop::collection::vec(item, 1..3));
        prop_oneof![
            blocks.prop_map(|blocks| quote(&sequence(blocks))),
            loose.prop_map(|(first, items)| list(first, &items, "\n\n")),
        ]
    });
    prop::collection::vec(block, 1..4).prop_map(sequence)
}

proptest! {
    #[test]
    fn s6_export_2_cards_of_arbitrary_markdown_blocks_survive_an_anki_round_trip(card in card()) {
        prop_assert_eq!(convert(&card.html).markdown, card.markdown, "{}", card.html);
    }
}
