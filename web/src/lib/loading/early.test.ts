import { describe, expect, it, vi } from "vitest";
import { dropEarly, keepEarly, takePrefetched } from "./early";

const answer = (text: string) => Promise.resolve(new Response(text));

describe("prefetched responses", () => {
  it("are given to the first matching request only", async () => {
    keepEarly("GET /api/me/feed", answer("early"));
    const ask = vi.fn(() => answer("late"));
    expect(await (await takePrefetched("GET /api/me/likes", ask)).text()).toBe("late");
    expect(await (await takePrefetched("GET /api/me/feed", ask)).text()).toBe("early");
    expect(await (await takePrefetched("GET /api/me/feed", ask)).text()).toBe("late");
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("are requested again after a failure", async () => {
    keepEarly("GET /api/me/feed", Promise.reject(new TypeError("no network")));
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("again"))).text()).toBe("again");
  });

  it("are requested again when expired, and cancelled if unused", async () => {
    vi.useFakeTimers();
    const early = new Response("early");
    const cancel = vi.spyOn(early.body as ReadableStream, "cancel");
    keepEarly("GET /api/me/feed", Promise.resolve(early));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("new"))).text()).toBe("new");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("are requested again after 10 s without an answer", async () => {
    vi.useFakeTimers();
    keepEarly("GET /api/me/feed", new Promise(() => undefined));
    const asked = takePrefetched("GET /api/me/feed", () => answer("again"));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await (await asked).text()).toBe("again");
  });

  it("are deleted with the user's session", async () => {
    keepEarly("GET /api/me/feed", answer("of the one before"));
    dropEarly();
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("mine"))).text()).toBe("mine");
  });
});
