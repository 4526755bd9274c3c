/**
 * The WebDriver commands (https://www.w3.org/TR/webdriver2/) of the journey, for any browser. WebKitGTK's driver
 * accepts them over HTTP, Firefox over a socket.
 */

/** Commands by their names in Firefox, with method and path for HTTP. */
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

/** The connection to a browser. */
export interface Wire {
  /** Returns the response to a command. Rejects with the browser's message if it fails. */
  send(command: Command, parameters: Record<string, unknown>): Promise<unknown>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** Key of an element reference in WebDriver. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Timeouts for an element to appear and for a page to load, in milliseconds. */
const PATIENCE_MS = 10_000;
const PAGE_LOAD_MS = 30_000;

/** Interactive elements, found by their visible text or label. */
const KINDS = {
  button: "button",
  link: "a",
  field: "input",
  slider: "*[@role='slider']",
  option: "*[@role='option']",
  heading: "*[self::h1 or self::h2 or self::h3]",
} as const;

type Kind = keyof typeof KINDS;

/** Clicks on a disabled element have no effect. */
const ENABLED = "[not(@disabled)]";

/** Keys with special characters in WebDriver. */
export const KEYS = { right: "\uE014" };

/** One browser window. All lookups wait for their element. */
export class Session {
  constructor(private readonly wire: Wire) {}

  /** Sets the size of the window and the timeouts. */
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

  /** Waits for an element whose label or text begins with `words`. */
  find(kind: Kind, words: string): Promise<string> {
    return this.#find(kind, words, "");
  }

  /** Presses an element. Finds it again if the page replaced it between the two commands. */
  async press(kind: Kind, words: string): Promise<void> {
    const press = async () => this.wire.send("WebDriver:ElementClick", { id: await this.#find(kind, words, ENABLED) });
    await press().catch((error: unknown) => {
      if (!String(error).includes("stale element")) throw error;
      return press();
    });
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

  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown> {
    return this.wire.send("WebDriver:ExecuteScript", { script: `return ${expression}`, args: [] });
  }

  /** Returns a screenshot of the window as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(String(await this.wire.send("WebDriver:TakeScreenshot", {})), "base64");
  }

  close(): Promise<void> {
    return this.wire.close();
  }
}
