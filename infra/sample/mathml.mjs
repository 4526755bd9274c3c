// Converts a small part of TeX to MathML: enough for the sample notes, so that their sources stay readable. Chromium
// renders MathML itself, so formulas remain text in the PDF (searchable and accessible).

const GREEK = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", theta: "θ", lambda: "λ", mu: "μ", pi: "π",
  rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Sigma: "Σ", Phi: "Φ", Omega: "Ω",
};
const OPERATORS = {
  times: "×", cdot: "·", pm: "±", mp: "∓", le: "≤", ge: "≥", ne: "≠", approx: "≈", equiv: "≡", sim: "∼", to: "→",
  rightarrow: "→", Rightarrow: "⇒", Leftrightarrow: "⇔", rightleftharpoons: "⇌", in: "∈", notin: "∉", subseteq: "⊆",
  cup: "∪", cap: "∩", forall: "∀", exists: "∃", neg: "¬", land: "∧", lor: "∨", vdash: "⊢", models: "⊨", perp: "⊥",
  mid: "∣", nmid: "∤", lt: "<", gt: ">", colon: ":", circ: "∘", gg: "≫", ll: "≪", implies: "⇒",
};
const IDENTIFIERS = { infty: "∞", emptyset: "∅", ldots: "…", cdots: "⋯", bot: "⊥", partial: "∂", hbar: "ħ", ell: "ℓ", prime: "′", degree: "°" };
const BIG = { sum: "∑", prod: "∏", int: "∫" };
const FUNCTIONS = new Set("sin cos tan sec csc cot arcsin arccos arctan ln log exp gcd Var Cov sd pH pOH".split(" ").concat("det"));
const LIMITS = new Set(["lim", "max", "min", "sup"]);
const BLACKBOARD = { R: "ℝ", N: "ℕ", Z: "ℤ", Q: "ℚ", C: "ℂ" };
const SPACES = { ",": "0.17em", ";": "0.28em", quad: "1em", qquad: "2em", "!": "-0.17em", " ": "0.25em" };
const ACCENTS = { bar: "¯", hat: "^", vec: "→" };

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function tokenise(source) {
  const tokens = source.match(/\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|[^\s]/gu) ?? [];
  return tokens.filter((token) => token.trim() !== "" || token === "\\ ");
}

class Parser {
  constructor(source) {
    this.source = source;
    this.tokens = tokenise(source);
    this.at = 0;
    this.roman = false;
    /** Kind of the previous node. It decides between a sign and an operator, and on the gap before a function. */
    this.before = undefined;
  }

  peek() { return this.tokens[this.at]; }
  next() {
    if (this.at >= this.tokens.length) throw new Error(`Formula ends too early: ${this.source}`);
    return this.tokens[this.at++];
  }
  expect(token) {
    const got = this.next();
    if (got !== token) throw new Error(`Expected ${token} but found ${got} in: ${this.source}`);
  }

  /** Parses up to one of the stop tokens (exclusive). Returns a list of MathML nodes. */
  list(...stops) {
    const outside = this.before;
    this.before = undefined;
    const nodes = [];
    while (this.at < this.tokens.length && !stops.includes(this.peek())) nodes.push(this.scripted());
    this.before = outside;
    return nodes.join("");
  }

  group() {
    if (this.peek() !== "{") return this.atom().node;
    this.next();
    const inner = this.list("}");
    this.expect("}");
    return `<mrow>${inner}</mrow>`;
  }

  /** Returns the source text of a braced group. */
  rawGroup() {
    this.expect("{");
    const parts = [];
    while (this.peek() !== "}") parts.push(this.next());
    this.expect("}");
    return parts.join("");
  }

  scripted() {
    const before = this.before;
    const { node, limits, kind = "ordinary" } = this.atom();
    const scripted = this.withScripts(node, limits);
    this.before = kind;
    if (kind !== "function") return scripted;
    const gap = '<mspace width="0.17em"/>';
    return `${before === "ordinary" ? gap : ""}${scripted}${this.ordinaryFollows() ? gap : ""}`;
  }

  ordinaryFollows() {
    const token = this.peek() ?? "";
    if (!token.startsWith("\\")) return /^[\p{L}0-9]/u.test(token);
    const name = token.slice(1);
    return !(name in OPERATORS || name in SPACES || ["\\", "right", "left", "end"].includes(name));
  }

  withScripts(node, limits) {
    let [below, above, primes] = [undefined, undefined, ""];
    for (;;) {
      if (this.peek() === "_") { this.next(); below = this.group(); }
      else if (this.peek() === "^") { this.next(); above = this.group(); }
      else if (this.peek() === "'") { this.next(); primes += "′"; }
      else break;
    }
    // Mathematical fonts already draw the prime small and raised, so it must not become a superscript.
    if (primes) node = `<mrow>${node}<mo lspace="0" rspace="0">${primes}</mo></mrow>`;
    const [sub, sup, both] = limits ? ["munder", "mover", "munderover"] : ["msub", "msup", "msubsup"];
    if (below && above) return `<${both}>${node}${below}${above}</${both}>`;
    if (below) return `<${sub}>${node}${below}</${sub}>`;
    if (above) return `<${sup}>${node}${above}</${sup}>`;
    return node;
  }

  atom() {
    const token = this.next();
    if (token === "{") { this.at -= 1; return { node: this.group() }; }
    if (token.startsWith("\\")) return this.command(token.slice(1));
    if (/^[0-9]/.test(token)) return { node: `<mn>${token}</mn>` };
    if (/^[A-Za-z]$/.test(token)) {
      if (!this.roman) return { node: `<mi>${token}</mi>` };
      let word = token;
      while (/^[A-Za-z]$/.test(this.peek() ?? "")) word += this.next();
      return { node: `<mi mathvariant="normal">${word}</mi>` };
    }
    if (/^\p{L}$/u.test(token)) return { node: `<mi>${token}</mi>` };
    if (token === "|") return { node: '<mo stretchy="false" lspace="0" rspace="0">|</mo>' };
    if ("([".includes(token)) return { node: `<mo stretchy="false">${token}</mo>`, kind: "open" };
    if (")]".includes(token)) return { node: `<mo stretchy="false">${token}</mo>` };
    if ("+-".includes(token)) return this.sign(token === "-" ? "−" : "+");
    if (token === "*") return { node: "<mo>∗</mo>", kind: "operator" };
    if (token === "/") return { node: '<mo lspace="0" rspace="0">/</mo>', kind: "operator" };
    if (token === "!") return { node: '<mo lspace="0" rspace="0">!</mo>' };
    if (token === ".") return { node: '<mo lspace="0" rspace="0">.</mo>' };
    return { node: `<mo>${escape(token)}</mo>`, kind: "operator" };
  }

  sign(character) {
    const leads = this.before !== "ordinary";
    return { node: leads ? `<mo form="prefix" lspace="0" rspace="0">${character}</mo>` : `<mo>${character}</mo>`, kind: "operator" };
  }

  command(name) {
    if (name === "pm" || name === "mp") return this.sign(OPERATORS[name]);
    if (name in GREEK) return { node: `<mi>${GREEK[name]}</mi>` };
    if (name in OPERATORS) return { node: `<mo>${escape(OPERATORS[name])}</mo>`, kind: name === "neg" ? "open" : "operator" };
    if (name in IDENTIFIERS) return { node: `<mi mathvariant="normal">${IDENTIFIERS[name]}</mi>` };
    if (name in SPACES) return { node: `<mspace width="${SPACES[name]}"/>`, kind: "space" };
    if (name in BIG) return { node: `<mo>${BIG[name]}</mo>`, limits: name !== "int", kind: "open" };
    if (LIMITS.has(name)) return { node: `<mo movablelimits="true" lspace="0.1em" rspace="0.17em">${name}</mo>`, limits: true, kind: "open" };
    if (FUNCTIONS.has(name)) return { node: `<mi>${name}</mi>`, kind: "function" };
    if (name in ACCENTS) return { node: `<mover accent="true">${this.group()}<mo stretchy="false">${ACCENTS[name]}</mo></mover>` };
    switch (name) {
      case "{": return { node: '<mo stretchy="false">{</mo>', kind: "open" };
      case "}": return { node: '<mo stretchy="false">}</mo>' };
      case "%": case "&": return { node: `<mi mathvariant="normal">${escape(name)}</mi>` };
      case "frac": return { node: `<mfrac>${this.group()}${this.group()}</mfrac>` };
      case "dfrac": return { node: `<mstyle displaystyle="true"><mfrac>${this.group()}${this.group()}</mfrac></mstyle>` };
      case "sqrt": return { node: `<msqrt>${this.group()}</msqrt>` };
      case "binom": return { node: `<mrow><mo>(</mo><mfrac linethickness="0">${this.group()}${this.group()}</mfrac><mo>)</mo></mrow>` };
      case "text": return { node: `<mtext>${escape(this.rawText())}</mtext>` };
      case "mathbb": return { node: `<mi>${BLACKBOARD[this.rawGroup()]}</mi>` };
      case "pmod": return { node: `<mspace width="0.5em"/><mo stretchy="false">(</mo><mi>mod</mi><mspace width="0.28em"/>${this.group()}<mo stretchy="false">)</mo>` };
      case "mathrm": {
        this.roman = true;
        const node = this.group();
        this.roman = false;
        return { node };
      }
      case "left": {
        const open = this.fence();
        const inner = this.list("\\right");
        this.expect("\\right");
        return { node: `<mrow>${open}${inner}${this.fence()}</mrow>` };
      }
      case "begin": return { node: this.environment() };
      default: throw new Error(`Unknown command \\${name} in: ${this.source}`);
    }
  }

  /** Returns text with its spaces. The tokens have lost them, so the text is cut out of the source. */
  rawText() {
    const nth = this.tokens.slice(0, this.at).filter((token) => token === "\\text").length;
    const match = [...this.source.matchAll(/\\text\s*\{([^}]*)\}/g)][nth - 1];
    this.rawGroup();
    return match[1].replace(/^ | $/g, "\u00a0");
  }

  fence() {
    let token = this.next();
    if (token === ".") return "";
    if (token.startsWith("\\")) token = token.slice(1);
    return `<mo stretchy="true" symmetric="true" lspace="0" rspace="0">${token}</mo>`;
  }

  environment() {
    const name = this.rawGroup();
    const rows = [];
    let cells = [];
    for (;;) {
      cells.push(this.list("&", "\\\\", "\\end"));
      const stop = this.next();
      if (stop === "&") continue;
      rows.push(cells);
      cells = [];
      if (stop === "\\end") break;
    }
    this.rawGroup();
    const body = rows
      .map((row) => `<mtr>${row.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`)
      .join("");
    const table = `<mtable class="${name}" displaystyle="${name === "aligned"}">${body}</mtable>`;
    if (name === "cases") return `<mrow><mo stretchy="true">{</mo>${table}</mrow>`;
    if (name === "pmatrix") return `<mrow><mo>(</mo>${table}<mo>)</mo></mrow>`;
    return table;
  }
}

/** Converts one formula to a MathML element. */
export function toMathml(source, display) {
  const parser = new Parser(source);
  const body = parser.list();
  return `<math display="${display ? "block" : "inline"}"><mrow>${body}</mrow></math>`;
}

/** Replaces `$…$` and `$$…$$` in a page; `\$` is a dollar sign. */
export function withFormulas(html) {
  return html
    .replace(/\$\$([\s\S]+?)\$\$/g, (_, source) => toMathml(source, true))
    // Keep punctuation on the line of the formula before it.
    .replace(/(?<!\\)\$([^$]+?)\$([.,;:?!)\]”]*)/g, (_, source, after) =>
      after ? `<span class="nb">${toMathml(source, false)}${after}</span>` : toMathml(source, false),
    )
    .replaceAll("\\$", "$");
}
