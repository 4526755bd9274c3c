import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pause, put, speedometer } from "./send";

class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly sent: unknown[] = [];
  readonly headers: Record<string, string> = {};
  status = 0;
  isAborted = false;

  constructor() {
    super();
    FakeRequest.last = this;
  }

  open(method: string, url: string): void {
    this.sent.push(method, url);
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(body: Blob): void {
    this.sent.push(body);
  }

  getResponseHeader(name: string): string | null {
    return name === "ETag" ? "the tag" : null;
  }

  abort(): void {
    this.isAborted = true;
  }

  /** Simulates the response of S3. */
  answer(status: number): void {
    this.status = status;
    this.dispatchEvent(new Event("load"));
    this.dispatchEvent(new Event("loadend"));
  }
}

const body = new Blob(["pdf"]);
const destination = { url: "https://files/a", headers: { "content-type": "application/pdf", "Content-Length": "3" } };
const never = new AbortController().signal;

beforeEach(() => void vi.stubGlobal("XMLHttpRequest", FakeRequest));
afterEach(() => void vi.unstubAllGlobals());

describe("sending bytes", () => {
  it("answers with the tag of what has arrived, and says on the way how much is sent", async () => {
    const told: number[] = [];
    const sent = put(destination, body, never, (bytes) => told.push(bytes));
    const request = FakeRequest.last;
    request.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded: 2 }));
    request.answer(200);
    expect(await sent).toBe("the tag");
    expect(told).toEqual([0, 2]);
    expect(request.sent).toEqual(["PUT", "https://files/a", body]);
    // The browser sets `content-length`.
    expect(request.headers).toEqual({ "content-type": "application/pdf" });
  });

  it.each([301, 304, 400, 403, 500, 503])("a file store that says %i has not taken the file", async (status) => {
    const sent = put(destination, body, never, () => undefined);
    FakeRequest.last.answer(status);
    await expect(sent).rejects.toMatchObject({
      status,
      message: `The file store refused the file (${status}). Press Retry to send it again.`,
    });
  });

  it.each([200, 204, 299])("a file store that says %i has taken the file", async (status) => {
    const sent = put(destination, body, never, () => undefined);
    FakeRequest.last.answer(status);
    await expect(sent).resolves.toBe("the tag");
  });

  it.each(["error", "timeout"])(
    "a connection that breaks with '%s' loses nothing, and can be tried again",
    async (how) => {
      const sent = put(destination, body, never, () => undefined);
      FakeRequest.last.dispatchEvent(new Event(how));
      await expect(sent).rejects.toMatchObject({
        message: "The connection was lost. What you typed is kept; press Retry.",
        retry: "send",
      });
    },
  );

  it("what is called off is not sent further, and what has arrived cannot be called off", async () => {
    const stop = new AbortController();
    const arrived = put(destination, body, stop.signal, () => undefined);
    const first = FakeRequest.last;
    first.answer(200);
    await arrived;
    const sent = put(destination, body, stop.signal, () => undefined);
    stop.abort(new Error("Cancelled."));
    await expect(sent).rejects.toThrow("Cancelled.");
    expect([FakeRequest.last.isAborted, first.isAborted]).toEqual([true, false]);
  });
});

describe("waiting for another try", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("takes its time", async () => {
    const over = vi.fn();
    void pause(500, never).then(over);
    await vi.advanceTimersByTimeAsync(499);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it("ends at once where the upload is called off", async () => {
    const stop = new AbortController();
    const waiting = pause(500, stop.signal);
    stop.abort(new Error("Cancelled."));
    await expect(waiting).rejects.toThrow("Cancelled.");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the speed of an upload", () => {
  it("is that of the last second or more, and at first of what there is", () => {
    const speed = speedometer();
    expect(speed(0, 0)).toBe(0);
    expect(speed(100, 500)).toBe(200);
    expect(speed(1000, 1000)).toBe(1000);
    // The speed stays constant within a second, so that the remaining time does not jump.
    expect(speed(9000, 1500)).toBe(1000);
    expect(speed(5000, 3000)).toBe(2000);
  });

  it("is never below nothing where a part is sent again", () => {
    const speed = speedometer();
    speed(1000, 0);
    expect(speed(400, 500)).toBe(0);
    expect(speed(400, 1000)).toBe(0);
  });
});
