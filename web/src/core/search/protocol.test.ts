import { describe, expect, it } from "vitest";
import {
  type NumberedSearchRequest,
  type SearchPort,
  type SearchReply,
  SearchWorkerClient,
  WorkerError,
} from "./protocol";

/** A worker whose replies the test sends by hand, in any order. */
function manualPort() {
  const sent: NumberedSearchRequest[] = [];
  const messageListeners: ((event: MessageEvent<SearchReply>) => void)[] = [];
  const errorListeners: ((event: Event) => void)[] = [];
  const port: SearchPort = {
    postMessage: (message) => sent.push(message),
    addEventListener: (type: string, listener: unknown) => {
      if (type === "message") {
        messageListeners.push(listener as (event: MessageEvent<SearchReply>) => void);
      } else {
        errorListeners.push(listener as (event: Event) => void);
      }
    },
  };
  return {
    port,
    sent,
    reply: (data: SearchReply) => {
      for (const listener of messageListeners) listener({ data } as MessageEvent<SearchReply>);
    },
    crash: () => {
      for (const listener of errorListeners) listener(new Event("error"));
    },
  };
}

describe("the search worker's protocol", () => {
  it("matches responses to their requests in any order", async () => {
    const { port, sent, reply } = manualPort();
    const client = new SearchWorkerClient(port);
    const first = client.call({ kind: "enterMatch", query: "cs246" });
    const second = client.call({ kind: "enterMatch", query: "math137" });
    expect(sent.map((request) => request.id)).toEqual([1, 2]);
    reply({ id: 2, ok: true, result: { code: "MATH137" } });
    reply({ id: 1, ok: true, result: { code: "CS246" } });
    expect(await first).toEqual({ code: "CS246" });
    expect(await second).toEqual({ code: "MATH137" });
  });

  it("drops the late response to a cancelled request", async () => {
    const { port, reply } = manualPort();
    const client = new SearchWorkerClient(port);
    const gone = new AbortController();
    const old = client.call({ kind: "search", query: "ma", limit: 8 }, gone.signal);
    gone.abort(new Error("typed on"));
    await expect(old).rejects.toThrow("typed on");
    const fresh = client.call({ kind: "search", query: "mat", limit: 8 });
    reply({ id: 1, ok: true, result: { hits: [] } });
    let settled = false;
    void fresh.then(() => {
      settled = true;
    });
    await Promise.resolve();
    expect(settled).toBe(false);
    reply({ id: 2, ok: true, result: { hits: [] } });
    expect(await fresh).toEqual({ hits: [] });
  });

  it("does not send a request that was cancelled before it started", async () => {
    const { port, sent } = manualPort();
    const client = new SearchWorkerClient(port);
    await expect(client.call({ kind: "top", count: 4 }, AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
    expect(sent).toEqual([]);
  });

  it("distinguishes an unreadable catalogue from other failures", async () => {
    const { port, reply } = manualPort();
    const client = new SearchWorkerClient(port);
    const loading = client.call({ kind: "load", bytes: new ArrayBuffer(1) });
    reply({ id: 1, ok: false, reason: "catalogue", message: "The catalogue is cut off." });
    const failure = await loading.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkerError);
    expect((failure as WorkerError).reason).toBe("catalogue");
  });

  it("fails every pending request when the worker crashes", async () => {
    const { port, crash } = manualPort();
    const client = new SearchWorkerClient(port);
    const open = client.call({ kind: "top", count: 4 });
    crash();
    await expect(open).rejects.toBeInstanceOf(WorkerError);
  });
});
