import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRateMeter, delay, putFile } from "./send";

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

describe("upload of bytes", () => {
  it("returns the ETag, and reports the number of bytes sent so far", async () => {
    const told: number[] = [];
    const sent = putFile(destination, body, never, (bytes) => told.push(bytes));
    const request = FakeRequest.last;
    request.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded: 2 }));
    request.answer(200);
    expect(await sent).toBe("the tag");
    expect(told).toEqual([0, 2]);
    expect(request.sent).toEqual(["PUT", "https://files/a", body]);
    // The browser sets `content-length`.
    expect(request.headers).toEqual({ "content-type": "application/pdf" });
  });

  it.each([301, 304, 400, 403, 500, 503])(
    "status %i of the file store means that the file is not stored",
    async (status) => {
      const sent = putFile(destination, body, never, () => undefined);
      FakeRequest.last.answer(status);
      await expect(sent).rejects.toMatchObject({
        status,
        message: `The file store refused the file (${status}). Press Retry to send it again.`,
      });
    },
  );

  it.each([200, 204, 299])("status %i of the file store means that the file was stored", async (status) => {
    const sent = putFile(destination, body, never, () => undefined);
    FakeRequest.last.answer(status);
    await expect(sent).resolves.toBe("the tag");
  });

  it.each(["error", "timeout"])("an upload whose connection was lost with '%s' can be retried", async (how) => {
    const sent = putFile(destination, body, never, () => undefined);
    FakeRequest.last.dispatchEvent(new Event(how));
    await expect(sent).rejects.toMatchObject({
      message: "The connection was lost. What you typed is kept; press Retry.",
      retry: "send",
    });
  });

  it("abort stops a running upload, but not a finished one", async () => {
    const stop = new AbortController();
    const arrived = putFile(destination, body, stop.signal, () => undefined);
    const first = FakeRequest.last;
    first.answer(200);
    await arrived;
    const sent = putFile(destination, body, stop.signal, () => undefined);
    stop.abort(new Error("Cancelled."));
    await expect(sent).rejects.toThrow("Cancelled.");
    expect([FakeRequest.last.isAborted, first.isAborted]).toEqual([true, false]);
  });
});

describe("waiting before a retry", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("resolves after the given delay", async () => {
    const over = vi.fn();
    void delay(500, never).then(over);
    await vi.advanceTimersByTimeAsync(499);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it("ends at once when the upload is cancelled", async () => {
    const stop = new AbortController();
    const waiting = delay(500, stop.signal);
    stop.abort(new Error("Cancelled."));
    await expect(waiting).rejects.toThrow("Cancelled.");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("upload speed", () => {
  it("is measured over at least the last second, or over the elapsed time at first", () => {
    const speed = createRateMeter();
    expect(speed(0, 0)).toBe(0);
    expect(speed(100, 500)).toBe(200);
    expect(speed(1000, 1000)).toBe(1000);
    // The speed stays constant within a second, so that the remaining time does not jump.
    expect(speed(9000, 1500)).toBe(1000);
    expect(speed(5000, 3000)).toBe(2000);
  });

  it("is never negative when a part is sent again", () => {
    const speed = createRateMeter();
    speed(1000, 0);
    expect(speed(400, 500)).toBe(0);
    expect(speed(400, 1000)).toBe(0);
  });
});
