// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchBatched } from "./request-batching";

interface Sent {
  path: string;
  token: string | null;
  /** Requests of a batch call. */
  requests: { path: string; ifNoneMatch?: string }[] | undefined;
}

const sent: Sent[] = [];
/** Response of the server to a batch call. */
let answerTogether: (requests: { path: string }[]) => Response;

const said = (text: string, status = 200) => ({ status, headers: { etag: `"${text}"` }, body: text });
const together = (requests: { path: string }[]) =>
  Response.json({ responses: requests.map(({ path }) => said(`together ${path}`)) });

beforeEach(() => {
  sent.length = 0;
  answerTogether = together;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    const isBatch = path === "/api/batch";
    const { requests } = isBatch ? ((await request.json()) as { requests: Sent["requests"] }) : { requests: undefined };
    sent.push({ path, token: request.headers.get("Authorization"), requests });
    return requests ? answerTogether(requests) : new Response(`alone ${path}`);
  });
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetchBatched(new Request(new URL(path, location.origin), init));
}

const texts = async (responses: Promise<Response>[]) =>
  Promise.all((await Promise.all(responses)).map((each) => each.text()));

describe("batched requests", () => {
  it("requests of the same task are sent in one call, and each gets its own response", async () => {
    const mine = { headers: { Authorization: "Bearer mine" } };
    const later = Promise.resolve().then(() => ask("/api/courses/CS246/notes?chapter=2", mine));
    const [feed, notes] = await Promise.all([ask("/api/me/feed", mine), later]);
    expect([await feed.text(), await notes.text()]).toEqual([
      "together /api/me/feed",
      "together /api/courses/CS246/notes?chapter=2",
    ]);
    expect(feed.headers.get("etag")).toBe('"together /api/me/feed"');
    expect(sent).toEqual([
      {
        path: "/api/batch",
        token: "Bearer mine",
        requests: [{ path: "/api/me/feed" }, { path: "/api/courses/CS246/notes?chapter=2" }],
      },
    ]);
  });

  it("later requests are sent in another batch, and a single request is sent separately", async () => {
    expect(await texts([ask("/api/me/feed")])).toEqual(["alone /api/me/feed"]);
    expect(await texts([ask("/api/me/feed"), ask("/api/me/likes")])).toHaveLength(2);
    expect(sent.map(({ path }) => path)).toEqual(["/api/me/feed", "/api/batch"]);
  });

  it("a batch contains the ETag of a cached response, and a current response returns 304", async () => {
    answerTogether = (requests) => Response.json({ responses: requests.map(() => said("", 304)) });
    const known = ask("/api/me/start", { headers: { "If-None-Match": '"1.2.3"' } });
    const [answer] = await Promise.all([known, ask("/api/me/feed")]);
    expect(answer.status).toBe(304);
    expect(sent[0]?.requests?.[0]).toEqual({ path: "/api/me/start", ifNoneMatch: '"1.2.3"' });
  });

  it("never puts requests of two users in one batch", async () => {
    const as = (name: string) => ask("/api/me/feed", { headers: { Authorization: name } });
    await Promise.all([as("amara"), as("ben")]);
    expect(sent.map(({ path, token }) => [path, token])).toEqual([
      ["/api/me/feed", "amara"],
      ["/api/me/feed", "ben"],
    ]);
  });

  it("sends requests separately if the API has no batches, or if a request is too long for one", async () => {
    answerTogether = () => new Response("", { status: 404 });
    expect(await texts([ask("/api/me/feed"), ask("/api/me/likes")])).toEqual([
      "alone /api/me/feed",
      "alone /api/me/likes",
    ]);
    answerTogether = () => Response.json({ responses: [said("short"), { ...said(""), body: null }] });
    expect(await texts([ask("/api/me/feed"), ask("/api/me/likes")])).toEqual(["short", "alone /api/me/likes"]);
  });

  it("fails all requests when the batch fails, and does not retry them separately", async () => {
    answerTogether = () => Response.json({ code: "unavailable" }, { status: 503, headers: { "retry-after": "5" } });
    const responses = await Promise.all([ask("/api/me/feed"), ask("/api/me/likes")]);
    expect(responses.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [503, "5"],
      [503, "5"],
    ]);
    expect(await responses[1]?.json()).toEqual({ code: "unavailable" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const failed = await Promise.allSettled([ask("/api/me/feed"), ask("/api/me/likes")]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("does not send cancelled requests, and fails them at once", async () => {
    const left = new AbortController();
    const gone = ask("/api/me/feed", { signal: left.signal });
    const wanted = ask("/api/me/likes");
    left.abort();
    await expect(gone).rejects.toThrow("aborted");
    expect(await texts([wanted])).toEqual(["alone /api/me/likes"]);
    expect(sent.map(({ path }) => path)).toEqual(["/api/me/likes"]);
  });

  it("a request that was already cancelled fails as it would without a batch", async () => {
    vi.stubGlobal("fetch", async ({ signal }: Request) => signal.throwIfAborted());
    await expect(ask("/api/me/feed", { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });

  it("sends at most twelve requests in a batch", async () => {
    await Promise.all(Array.from({ length: 14 }, (_, at) => ask(`/api/students/${at}`)));
    expect(sent.map(({ requests }) => requests?.length)).toEqual([12, 2]);
  });
});

describe("requests that cannot be batched", () => {
  it("sends changes, session requests, requests for file URLs and requests to other hosts separately", async () => {
    const alone = ["/api/auth/account", "/api/notes/1/file", "/api/audio/1/waveform", "/catalogue/manifest.json"];
    await Promise.all([...alone.map((path) => ask(path)), ask("/api/me/feed", { method: "PUT" })]);
    expect(sent.map(({ path }) => path)).toEqual([...alone, "/api/me/feed"]);
  });
});
