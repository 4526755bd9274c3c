import { describe, expect, it, vi } from "vitest";
import { dropEarly, keepEarly, takePrefetched } from "./early";

const answer = (text: string) => Promise.resolve(new Response(text));

describe("answers asked for early", () => {
  it("are given to the first who asks the same, and to nobody else", async () => {
    keepEarly("GET /api/me/feed", answer("early"));
    const ask = vi.fn(() => answer("late"));
    expect(await (await takePrefetched("GET /api/me/likes", ask)).text()).toBe("late");
    expect(await (await takePrefetched("GET /api/me/feed", ask)).text()).toBe("early");
    expect(await (await takePrefetched("GET /api/me/feed", ask)).text()).toBe("late");
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("are asked again where they failed", async () => {
    keepEarly("GET /api/me/feed", Promise.reject(new TypeError("no network")));
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("again"))).text()).toBe("again");
  });

  it("are asked again where they are old, and what nobody reads is let go", async () => {
    vi.useFakeTimers();
    const early = new Response("early");
    const cancel = vi.spyOn(early.body as ReadableStream, "cancel");
    keepEarly("GET /api/me/feed", Promise.resolve(early));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("new"))).text()).toBe("new");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("are gone with the person they were for", async () => {
    keepEarly("GET /api/me/feed", answer("of the one before"));
    dropEarly();
    expect(await (await takePrefetched("GET /api/me/feed", () => answer("mine"))).text()).toBe("mine");
  });
});
