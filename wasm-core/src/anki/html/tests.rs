use proptest::prelude::*;

use super::*;

fn markdown(html: &str) -> String {
    convert(html).markdown
}

#[test]
fn s6_import_3_html_becomes_markdown() {
    for (html, expected) in [
        ("What is <b>RAII</b>?", "What is **RAII**?"),
        ("<b>bold </b>and<i> italic</i>", "**bold** and *italic*"),
        ("<b>one<div>two</div></b>", "**one**\n\n**two**"),
        ("one<br>two<br><br>three", "one\\\ntwo\\\nthree"),
        ("one</br>two", "one\\\ntwo"),
        ("<div>one</div><div>two</div>", "one\n\ntwo"),
        ("a &lt; b &amp;&amp; c&nbsp;d", "a \\< b && c d"),
        ("2 * 3 * 4 costs $5 or f_x", "2 \\* 3 \\* 4 costs \\$5 or f\\_x"),
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("<ul><li>one</li><li>two<ul><li>in</li></ul></li></ul>after", "- one\n- two\n  - in\n\nafter"),
        ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
        ("<code>a*b</code> and <pre>int x;\n\nreturn *x;</pre>", "`a*b` and\n\n```\nint x;\n\nreturn *x;\n```"),
        ("<pre>a<br>b</pre>", "```\na\nb\n```"),
        ("H<sub>2</sub>O, x<sup>2</sup>", "H$_{\\text{2}}$O, x$^{\\text{2}}$"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1<br>2</td><td>x|y</td></tr></table>end",
            "| a | b |\n| --- | --- |\n| 1 2 | x\\|y |\n\nend",
        ),
        ("<a href='https://x.org/a b'>link</a> <a href='javascript:x'>none</a>", "[link](https://x.org/a%20b) none"),
        ("<a href='https://x.org/a_b'>https://x.org/a_b</a>", "https\\://x.org/a\\_b"),
        ("<hr>one<hr>two<hr>", "one\n\n---\n\ntwo"),
        ("<font color=red><span style='x'>red</span></font><style>.x{}</style>", "red"),
        ("<h1>Title</h1>text", "# Title\n\ntext"),
        ("<h3>A<br>b</h3><h6>c #</h6>", "### A b\n\n###### c \\#"),
        ("<h2><ul><li>a</li></ul></h2>b", "- a\n\nb"),
        ("<blockquote>a<br>b<div>c</div></blockquote>d", "> a\\\n> b\n>\n> c\n\nd"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<ul><li>a<blockquote>b</blockquote>c</li></ul>", "- a\n  > b\n\n  c"),
        ("<ul><li><blockquote>a<li>b</ul>c", "- > a\n- b\n\nc"),
        ("<table><tr><td><h1>a</h1><blockquote>b</blockquote></td></tr></table>c", "| a b |\n| --- |\n\nc"),
        ("<ul><li><ul><li>a</li><li>b</li></ul></li></ul>", "- - a\n  - b"),
        (
            "<ul><li>a<table><tr><td>b</td></tr><tr><td>c</td></tr></table></li></ul>",
            "- a\n\n  | b |\n  | --- |\n  | c |",
        ),
        ("x<ol><li></li><li>y</li></ol>", "x\n\n2. y"),
        ("<span>1</span>. no list<br>:-", "1\\. no list\\\n\\:-"),
        ("<b><pre>x</pre></b>", "```\nx\n```"),
        ("<pre><code class='hljs language-c++'>\nx\n</code></pre>", "```c++\n\nx\n```"),
        (
            "<table><tr><td colspan=3>wide</td></tr><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td><td>e</td></tr></table>f",
            "| wide |  |  |\n| --- | --- | --- |\n| a | b |\n| c | d | e |\n\nf",
        ),
        (
            "<ul><li><table><tr><td>a</td></tr><tr><td>b</td><td>1</td></tr></table>2</br>.</li></ul>",
            "- | a |  |\n  | --- | --- |\n  | b | 1 |\n\n  2\\\n  .",
        ),
        (
            "<table><tr><th align=right>a</th><th style='color:red;text-align: center'>b</th></tr></table>",
            "| a | b |\n| --: | :-: |",
        ),
        (
            "<a href='https://x.org' title='a \"b\")'>c</a> <a href='mailto:a@x.org'>d</a>",
            "[c](https://x.org \"a &#34;b&#34;&#41;\") [d](mailto:a@x.org)",
        ),
        ("<a href='https://x.org'>a<a href='https://y.org'>b</a></a>c", "[a](https://x.org)[b](https://y.org)c"),
        ("Look!<a href='https://x.org'>here</a>", "Look\\![here](https://x.org)"),
        ("!<b><a href='https://x.org'>x</a></b>y", "\\![x](https://x.org)y"),
        ("Look! <a href='https://x.org'>here</a>", "Look! [here](https://x.org)"),
        ("<b></b><i> </i>", ""),
        ("<b>open", "**open**"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_emphasis_next_to_punctuation_and_cjk_leaves_no_literal_asterisks() {
    for (html, expected) in [
        ("これは<b>「重要」</b>です", "これは「**重要**」です"),
        ("这是<b>关键（key）</b>词", "这是**关键（key**）词"),
        ("f<b>(x)</b>=2x", "f(**x)**=2x"),
        ("word<b>(s)</b>and co<b>-op</b>erate", "word(**s**)and co-**op**erate"),
        ("<b>(x)</b> and <i>(y)</i>.", "**(x)** and *(y)*."),
        ("a<b>!</b>b", "a!b"),
        ("a<i><b>(c)</b></i>d", "a(***c***)d"),
        ("<b>co</b><i>op</i>", "**co**op"),
        ("<b>one</b><b>two</b> <i>x<i>y</i></i>", "**onetwo** *xy*"),
        ("x<s><b>y</b></s>z <s><b>y</b></s>", "x**y**z ~~**y**~~"),
        ("x<b>\\(a\\)</b>\\(b\\)", "x$a$&#8203;$b$"),
        ("a<b><a href='https://x.org'>b</a></b>c", "a[b](https://x.org)c"),
        ("한국어<b>‘강조’</b>입니다", "한국어‘**강조**’입니다"),
        ("a<b>😀b</b>", "a😀**b**"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_superscripts_and_subscripts_become_tex_with_escaped_symbols_and_emphasis() {
    for (html, expected) in [
        ("x<sup>50%</sup> y<sub>a&amp;b</sub>", "x$^{\\text{50\\%}}$ y$_{\\text{a\\&b}}$"),
        (
            "z<sup>#1</sup> w<sub>i_j</sub> v<sup>n^2</sup>",
            "z$^{\\text{\\#1}}$ w$_{\\text{i\\_j}}$ v$^{\\text{n\\textasciicircum{}2}}$",
        ),
        ("x<sub><i>i</i></sub> A<sup><b>T</b></sup>", "x$_{\\textit{i}}$ A$^{\\textbf{T}}$"),
        ("y<sub>k<sup>2</sup></sub>", "y$_{\\text{k}^{\\text{2}}}$"),
        ("a<sub>b<sub>c</sub><sub>d</sub></sub>", "a$_{\\text{b}_{\\text{c}}{}_{\\text{d}}}$"),
        ("x<sup>{a}$5\\~</sup>", "x$^{\\text{\\{a\\}\\textdollar{}5\\textbackslash{}\\textasciitilde{}}}$"),
        ("x<sup>a<br>b</sup><sub> </sub>", "x$^{\\text{a}\\text{ b}}$"),
        ("x<sup>2</sup><sub>i</sub>", "x$^{\\text{2}}$&#8203;$_{\\text{i}}$"),
        ("<b>x<sub>i</b>j</sub>", "**x**$_{\\text{i}\\text{j}}$"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_dollar_signs_inside_and_between_formulas_do_not_end_a_formula() {
    for (html, expected) in [
        ("Price \\(12\\$\\)", "Price $12\\text{\\textdollar}$"),
        ("\\(f = 1 \\text{ if $x$ is odd}\\)", "$f = 1 \\text{ if \\(x\\) is odd}$"),
        ("\\(f = 1 \\text{ if \\(x\\) is odd}\\)", "$f = 1 \\text{ if \\(x\\) is odd}$"),
        ("so \\(a\\)\\(b\\)", "so $a$&#8203;$b$"),
        ("\\(5$\\) and costs $5", "$5\\text{\\textdollar}$ and costs \\$5"),
        ("[latex]Let $x$ be[/latex]", "$\\text{Let \\(x\\) be}$"),
        ("[latex]$$x^2$$[/latex]", "$$x^2$$"),
        ("<table><tr><td>\\(|x| \\| y\\)</td></tr></table>", "| $\\vert x\\vert  \\Vert  y$ |\n| --- |"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_entities_and_urls_in_text_stay_text() {
    for (html, expected) in [
        ("What does &amp;lt; stand for, and &amp;amp;copy; ?", "What does \\&lt; stand for, and \\&amp;copy; ?"),
        ("&lt; and &amp;copy; and &amp;#60;", "\\< and \\&copy; and \\&#60;"),
        ("R&amp;D; AT&amp;T, a &amp; b;", "R\\&D; AT&T, a & b;"),
        ("see https://x.org/a_b or www.x.org/a_b", "see https\\://x.org/a\\_b or www\\.x.org/a\\_b"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_nested_lists_are_indented_by_marker_width_and_keep_their_start_number() {
    let ten: String = (1..10).map(|n| format!("<li>s{n}</li>")).collect();
    let ten = markdown(&format!("<ol>{ten}<li>ten<ul><li>inside ten</li></ul></li><li>eleven</li></ol>"));
    assert!(ten.ends_with("9. s9\n10. ten\n    - inside ten\n11. eleven"), "{ten}");
    for (html, expected) in [
        ("<ol start=\"5\"><li>five</li><li>six</li></ol>", "5. five\n6. six"),
        ("<ol><li>a<ol start=3><li>b</li></ol></li></ol>", "1. a\n\n   3. b"),
        ("<ol><li>a</li></ol><ol><li>b</li></ol>", "1. a\n\n1) b"),
        ("<ul><li>a<ul><li>b</li></ul>c</li><li>d</li></ul>", "- a\n  - b\n\n  c\n- d"),
        ("<ol start=0><li>zero<p>more</p></li></ol>", "0. zero\n\n   more"),
        ("<ol start=-1><li>m</li><li>n<ul><li>o</li></ul></li><li>p</li></ol>", "- -1\\. m\n- 0\\. n\n  - o\n- 1\\. p"),
        ("<ol start=9999999999><li>a</li></ol>", "1. a"),
        ("<ol><li value=7>seven</li><li>eight</li></ol>", "7. seven\n8. eight"),
        ("<ol><li>a</li><li value=5>b</li><li>c</li></ol>", "1. a\n\n5) b\n\n6) c"),
        ("<ul><li>zero<div>more</div></li></ul>", "- zero\\\n  more"),
        ("<table><tr><td><ul><li>x</li></ul></td></tr></table><ul><li>y</li></ul>", "| x |\n| --- |\n\n- y"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_ruby_text_is_placed_in_brackets_after_the_word() {
    assert_eq!(markdown("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>"), "漢字(かんじ)");
}

#[test]
fn s6_import_3_formulas_are_kept_unchanged() {
    for (html, expected) in [
        ("so \\(x_1 &lt; y^*\\).", "so $x_1 < y^*$."),
        ("sum<br>\\[\\sum_{i=1}^n<br>i\\]<br>end", "sum\n\n$$\\sum_{i=1}^n i$$\n\nend"),
        ("[$]a_b[/$] and [$$]c_d[/$$]", "$a_b$ and $$c_d$$"),
        ("\\[a\\] b<br>\\[c\\]<br>d", "$$a$$ b\n\n$$c$$\n\nd"),
        ("<ul><li>\\[a\\]</li></ul>", "- $$a$$"),
        ("[latex]$x^2$[/latex]", "$x^2$"),
        ("\\(never closed_", "\\\\(never closed\\_"),
        ("<code>\\(x\\)</code>", "`x`"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn s6_import_3_media_and_scripts_are_removed_from_the_text_and_listed() {
    let converted = convert(
        "Hear [sound:a &amp; b.mp3]<img src=\"my%20dog.jpg\"><img src=cat.png><script>if (a<b) alert(1)</script>\
         <iframe src=x></iframe><input name=\"Back\"><video><source></video>this",
    );
    assert_eq!(converted.markdown, "Hear this");
    assert_eq!(converted.pictures, ["my dog.jpg", "cat.png"]);
    assert_eq!(converted.sounds, ["a & b.mp3"]);
    assert_eq!(converted.scripts, ["<script>", "<iframe>", "<video>"]);
    assert_eq!(converted.typing, ["Back"]);
}

/// Markdown of cards and the HTML that the page exports for them. A test of the page compares the same pairs.
const ROUND_TRIP: &str = include_str!("../../../tests/fixtures/anki-round-trip.json");

#[test]
fn s6_export_2_html_exported_to_anki_is_converted_back_to_the_original_markdown() {
    let pairs: std::collections::BTreeMap<String, String> = serde_json::from_str(ROUND_TRIP).unwrap();
    assert!(pairs.len() > 45);
    for (expected, html) in pairs {
        assert_eq!(markdown(&html), expected, "{html}");
    }
}

#[test]
fn s6_import_4_deeply_nested_html_is_converted_with_bounded_depth_and_time() {
    for html in [
        "<b>".repeat(40_000),
        "<ul><li>".repeat(20_000),
        "<table><tr><td>x".repeat(8000),
        "\\(".repeat(60_000),
        "<blockquote>x".repeat(20_000),
    ] {
        assert!(markdown(&format!("{html}end")).contains("end"));
    }
    // A marker that would have to move past all of the text is dropped.
    let punctuation = format!("x<b>{}</b>y", "😀".repeat(20_000));
    assert!(!markdown(&punctuation).contains('*'));
    assert_eq!(markdown("&#xE002;a&#xE003;<code>&#xE004;b</code>"), "a`b`");
}

proptest! {
    #[test]
    fn s6_import_4_html_conversion_never_panics(html in "(<(/?)(b|i|ul|ol|li|table|tr|td|pre|code|a|sub|br|hr|p|div|h2|blockquote|script)>|\\\\\\(|\\\\\\)|\\[sound:|\\]|[a-z$*_|` \n\u{E000}\u{E001}]{1,3}){0,40}") {
        let _ = convert(&html);
    }
}
