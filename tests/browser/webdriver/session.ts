/**
 * The commands of WebDriver (https://www.w3.org/TR/webdriver2/) that the journey needs, for any browser that takes them.
 * WebKitGTK's driver takes them over HTTP, Firefox itself over a socket.
 */

/** Each command by the name that Firefox knows it by, with its method and path over HTTP. */
export const COMMANDS = {
  "WebDriver:SetTimeouts": ["POST", "/timeouts"],
  "WebDriver:SetWindowRect": ["POST", "/window/rect"],
  "WebDriver:Navigate": ["POST", "/url"],
  "WebDriver:Refresh": ["POST", "/refresh"],
  "WebDriver:GetCurrentURL": ["GET", "/url"],
  "WebDriver:FindElement": ["POST", "/element"],
  "WebDriver:ElementClick": ["POST", "/element/{id}/click"],
  "WebDriver:ElementSendKeys": ["POST", "/element/{id}/value"],
  "WebDriver:ExecuteScript": ["POST", "/execute/sync"],
  "WebDriver:TakeScreenshot": ["GET", "/screenshot"],
} as const;

export type Command = keyof typeof COMMANDS;

/** How a browser is reached. */
export interface Wire {
  /** The answer to a command; rejects with the browser's own words when it could not be done. */
  send(command: Command, parameters: Record<string, unknown>): Promise<unknown>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** What WebDriver calls a reference to an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** How long something may take to appear, in milliseconds; a page may take longer to load. */
const PATIENCE_MS = 10_000;
const PAGE_LOAD_MS = 30_000;

/** What may be pressed or typed into, by the words that a person reads or hears there. */
const KINDS = {
  button: "button",
  link: "a",
  field: "input",
  slider: "*[@role='slider']",
  option: "*[@role='option']",
  heading: "*[self::h1 or self::h2 or self::h3]",
} as const;

type Kind = keyof typeof KINDS;

/** A press on what is disabled goes nowhere. */
const ENABLED = "[not(@disabled)]";

/** Keys that WebDriver gives characters of their own. */
export const KEYS = { right: "\uE014" };

/** One window of one browser. Whatever is looked for is waited for. */
export class Session {
  constructor(private readonly wire: Wire) {}

  /** Sets the window and the browser's patience. */
  async prepare(): Promise<void> {
    await this.wire.send("WebDriver:SetTimeouts", {
      implicit: PATIENCE_MS,
      pageLoad: PAGE_LOAD_MS,
      script: PATIENCE_MS,
    });
    await this.wire.send("WebDriver:SetWindowRect", { x: 0, y: 0, width: 1440, height: 900 });
  }

  async open(url: string): Promise<void> {
    await this.wire.send("WebDriver:Navigate", { url });
  }

  async reload(): Promise<void> {
    await this.wire.send("WebDriver:Refresh", {});
  }

  async url(): Promise<string> {
    return String(await this.wire.send("WebDriver:GetCurrentURL", {}));
  }

  /** Waits for something whose label or text begins with `words`. */
  find(kind: Kind, words: string): Promise<string> {
    return this.#find(kind, words, "");
  }

  async press(kind: Kind, words: string): Promise<void> {
    await this.wire.send("WebDriver:ElementClick", { id: await this.#find(kind, words, ENABLED) });
  }

  async type(kind: Kind, words: string, text: string): Promise<void> {
    await this.wire.send("WebDriver:ElementSendKeys", { id: await this.#find(kind, words, ENABLED), text });
  }

  async #find(kind: Kind, words: string, also: string): Promise<string> {
    const said = `starts-with(@aria-label, '${words}') or starts-with(normalize-space(), '${words}')`;
    const labelled = `@id = //label[starts-with(normalize-space(), '${words}')]/@for`;
    const value = `//${KINDS[kind]}[${said} or ${labelled}]${also}`;
    const found = await this.wire.send("WebDriver:FindElement", { using: "xpath", value }).catch((error: unknown) => {
      throw new Error(`There is no ${kind} “${words}”: ${error instanceof Error ? error.message : error}`);
    });
    return (found as Record<string, string>)[ELEMENT] ?? "";
  }

  /** What an expression is worth in the page. */
  evaluate(expression: string): Promise<unknown> {
    return this.wire.send("WebDriver:ExecuteScript", { script: `return ${expression}`, args: [] });
  }

  /** The window as a PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(String(await this.wire.send("WebDriver:TakeScreenshot", {})), "base64");
  }

  close(): Promise<void> {
    return this.wire.close();
  }
}
