import { describe, expect, it, vi } from "vitest";
import { discardPrefetched, storePrefetched, takePrefetched } from "./prefetched-responses";

const answer = (text: string) => Promise.resolve(new Response(text));

describe("prefetched responses", () => {
  it("are given to the first matching request only", async () => {
    storePrefetched("GET /api/me/feed", answer("early"));
    const ask = vi.fn(() => answer("late"));
    expect(await (await takePrefetched("GET /api/me/likes", ask)).text()).toBe("late");
    expect(await (await takePrefetched("GET /api/me/feed", ask)).text()).toBe("early");
    expect(await (await takePrefetched("GET /api/me/feed", ask)).text()).toBe("late");
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("are requested again after a failure", async () => {
    storePrefetched("GET /api/me/feed", Promise.reject(new TypeError("no network")));
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("again"))).text()).toBe("again");
  });

  it("are requested again when expired, and cancelled if unused", async () => {
    vi.useFakeTimers();
    const early = new Response("early");
    const cancel = vi.spyOn(early.body as ReadableStream, "cancel");
    storePrefetched("GET /api/me/feed", Promise.resolve(early));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("new"))).text()).toBe("new");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("are requested again after 10 s without a response, and the first response counts", async () => {
    for (const first of ["kept", "second"] as const) {
      vi.useFakeTimers();
      let arrive = (_: Response) => {};
      const kept = new Promise<Response>((resolve) => {
        arrive = resolve;
      });
      const ask = vi.fn(() => (first === "second" ? answer("second") : Promise.reject(new TypeError("offline"))));
      storePrefetched("GET /api/me/feed", kept);
      const taken = takePrefetched("GET /api/me/feed", ask);
      await vi.advanceTimersByTimeAsync(9_999);
      expect(ask).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(ask).toHaveBeenCalledOnce();
      vi.useRealTimers();
      if (first === "kept") arrive(new Response("kept"));
      expect(await (await taken).text()).toBe(first);
    }
  });

  it("are deleted with the user's session", async () => {
    storePrefetched("GET /api/me/feed", answer("of the one before"));
    discardPrefetched();
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("mine"))).text()).toBe("mine");
  });
});
