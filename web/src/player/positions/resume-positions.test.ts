// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { POSITION_SENT_EVERY_MS } from "@/core/limits";
import type { PlayerModule } from "@/core/player";
import type { AudioPosition } from "@/data/positions/resume-positions";
import { userStorage } from "@/lib/browser/storage";
import { resumePositions } from "../store";
import { startPlayerCore } from "../testing";
import { type PositionsServer, ResumePositions } from "./resume-positions";

/** Fake server that merges positions by the rule of the core, as the real one does. */
class FakeServer implements PositionsServer {
  readonly held = new Map<string, AudioPosition["position"]>();
  readonly messages: { items: readonly AudioPosition[]; keepalive: boolean }[] = [];
  failure: Error | undefined;

  async read(keep: (positions: readonly AudioPosition[]) => void): Promise<void> {
    if (this.failure) throw this.failure;
    keep(this.all());
  }

  async readOne(audioId: string): Promise<AudioPosition | undefined> {
    return this.all().find((held) => held.audioId === audioId);
  }

  private all(): AudioPosition[] {
    return [...this.held].map(([audioId, position]) => ({ audioId, position }));
  }

  async send(items: readonly AudioPosition[], keepalive = false): Promise<AudioPosition[]> {
    this.messages.push({ items: structuredClone(items), keepalive });
    if (this.failure) throw this.failure;
    for (const { audioId, position } of items) {
      const held = this.held.get(audioId);
      this.held.set(audioId, held ? core.mergePositions(held, position) : position);
    }
    return this.all().filter(({ audioId }) => items.some((item) => item.audioId === audioId));
  }
}

const offline = () => new ApiProblem({ code: "unreachable", status: 0, detail: "No." });

let core: PlayerModule;
let server: FakeServer;
let news: string[];
let positions: ResumePositions;

const start = () => new ResumePositions("u1", core, (ids) => news.push(...ids), server);
const heard = (audioId: string, positionSecs: number, isPassing = false) =>
  positions.record({
    audioId,
    positionSecs,
    durationSecs: 1000,
    isFinished: false,
    isRestart: false,
    isPassing,
  });
const passing = (audioId: string, positionSecs: number) => heard(audioId, positionSecs, true);

beforeEach(async () => {
  core ??= await startPlayerCore();
  vi.spyOn(console, "warn").mockReturnValue();
  localStorage.clear();
  server = new FakeServer();
  news = [];
  positions = start();
});

afterEach(() => positions.end());

describe("on this device", () => {
  it("S4.resume.1 stores a position at once, before any response", () => {
    heard("a", 61.5);
    expect(resumePositions.get().get("a")).toEqual({ isFinished: false, positionSecs: 61.5 });
    expect(positions.startSecsOf("a")).toBe(61.5);
    positions.end();
    positions = start();
    expect(positions.startSecsOf("a")).toBe(61.5);
  });

  it("reports a finished recording, and starts it from the beginning", () => {
    positions.record({
      audioId: "a",
      positionSecs: 1000,
      durationSecs: 1000,
      isFinished: true,
      isRestart: false,
      isPassing: false,
    });
    expect(resumePositions.get().get("a")?.isFinished).toBe(true);
    expect([positions.startSecsOf("a"), positions.startSecsOf("never heard")]).toEqual([0, 0]);
  });

  it("a position of one recording keeps the cached positions of others", () => {
    heard("a", 10);
    const before = resumePositions.get().get("a");
    heard("b", 20);
    expect(resumePositions.get().get("a")).toBe(before);
  });

  it("hides positions of another user", () => {
    heard("a", 61);
    positions.end();
    expect(resumePositions.get().size).toBe(0);
    positions = new ResumePositions("u2", core, () => undefined, server);
    expect(positions.startSecsOf("a")).toBe(0);
  });

  it("reads what another tab has stored, and does not overwrite it", () => {
    const other = start();
    other.record({
      audioId: "b",
      positionSecs: 33,
      durationSecs: 1000,
      isFinished: false,
      isRestart: false,
      isPassing: false,
    });
    heard("a", 61);
    expect([positions.startSecsOf("a"), positions.startSecsOf("b")]).toEqual([61, 33]);
    window.dispatchEvent(new Event("storage"));
    expect(other.startSecsOf("a")).toBe(61);
    expect(news).toContain("a");
    other.end();
  });

  it("works from memory when storage is full", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    heard("a", 61);
    heard("a", 75);
    expect(positions.startSecsOf("a")).toBe(75);
  });
});

describe("with the server", () => {
  it("sends new positions, each once", async () => {
    heard("a", 61);
    await positions.send();
    await positions.send();
    expect(server.messages).toHaveLength(1);
    expect(server.held.get("a")?.positionMs).toBe(61_000);
  });

  it("S4.resume.1 positions that could not be sent survive a reload and are sent when the network is back", async () => {
    server.failure = offline();
    heard("a", 61);
    await positions.send();
    positions.end();
    positions = start();
    server.failure = undefined;
    window.dispatchEvent(new Event("online"));
    await positions.send();
    expect(server.held.get("a")?.positionMs).toBe(61_000);
    expect(JSON.parse(userStorage("u1").get("heard") ?? "").unsent).toEqual([]);
  });

  it("positions recorded during a request are sent after it", async () => {
    heard("a", 61);
    heard("a", 75);
    await positions.send();
    expect(server.held.get("a")?.positionMs).toBe(75_000);
  });

  it("positions of continued playback during a request are sent only when they are due", async () => {
    let answer = () => {};
    const merge = server.send.bind(server);
    vi.spyOn(server, "send").mockImplementation(async (items) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return merge(items);
    });
    heard("a", 61);
    const sent = positions.send();
    await vi.waitFor(() => expect(server.send).toHaveBeenCalledTimes(1));
    passing("a", 66);
    answer();
    await sent;
    expect(server.messages).toHaveLength(1);
    expect(JSON.parse(userStorage("u1").get("heard") ?? "").unsent).toEqual(["a"]);
  });

  it("S4.resume.1 sends the position every two minutes, and 'finished' instead shortly before the end", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const later = () => vi.setSystemTime(Date.now() + POSITION_SENT_EVERY_MS);
    const told = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return server.messages.flatMap(({ items }) => items.map(({ position }) => position.positionMs / 1000));
    };
    heard("a", 700);
    expect(await told()).toEqual([700]);
    passing("a", 800);
    expect(await told()).toEqual([700]);
    later();
    passing("a", 969);
    expect(await told()).toEqual([700, 969]);
    later();
    passing("a", 970);
    expect(await told()).toEqual([700, 969]);
    heard("a", 1000);
    expect(await told()).toEqual([700, 969, 1000]);
    vi.useRealTimers();
  });

  it("a position that the server rejects is not retried", async () => {
    server.failure = new ApiProblem({ code: "validation" as ApiProblem["code"], status: 400, detail: "No." });
    heard("a", 61);
    await positions.send();
    await positions.send();
    expect(server.messages).toHaveLength(1);
    expect(positions.startSecsOf("a")).toBe(61);
  });

  it("sends the positions of a rejected last message again through the outbox", async () => {
    heard("a", 60);
    server.failure = new ApiProblem({ code: "validation" as ApiProblem["code"], status: 422, detail: "No." });
    positions.flushOnPageHide();
    server.failure = undefined;
    await vi.waitFor(() => expect(server.held.get("a")?.positionMs).toBe(60_000));
    expect(server.messages.map(({ keepalive }) => keepalive)).toEqual([true, false]);
  });

  it("the last request of a page continues after the page is closed", () => {
    server.failure = offline();
    heard("a", 61);
    positions.flushOnPageHide();
    expect(server.messages.at(-1)?.keepalive).toBe(true);
  });

  it("S4.resume.1 a page that is hidden and then closed sends its position once", async () => {
    heard("a", 61);
    positions.flushOnPageHide();
    positions.flushOnPageHide();
    await vi.waitFor(() => expect(JSON.parse(userStorage("u1").get("heard") ?? "").unsent).toEqual([]));
    positions.flushOnPageHide();
    expect(server.messages.map(({ keepalive }) => keepalive)).toEqual([true]);
  });

  it("S4.resume.1 a keepalive request that fails while offline is retried as a normal request", async () => {
    server.failure = offline();
    heard("a", 61);
    positions.flushOnPageHide();
    await vi.waitFor(() => expect(server.messages).toHaveLength(2));
    expect(server.messages.map(({ keepalive }) => keepalive)).toEqual([true, false]);
  });

  it("S4.resume.1 reads positions of another device, and the newest position is used whatever the order", async () => {
    const phone = core.recordPosition(undefined, "phone", 300, 1000, false, false, Date.now() + 5000);
    server.held.set("a", phone);
    await positions.refresh();
    expect([positions.startSecsOf("a"), news]).toEqual([300, ["a"]]);
    // Starting the track here does not change the other device's position; listening further replaces it.
    heard("a", 0.4);
    expect(positions.startSecsOf("a")).toBe(300);
    heard("a", 320);
    await positions.send();
    expect(server.held.get("a")?.positionMs).toBe(320_000);
    server.held.set("a", phone);
    await positions.refresh();
    expect(positions.startSecsOf("a")).toBe(320);
  });

  it("S4.resume.1 hiding a page long after it was paused does not overwrite a newer position", async () => {
    heard("a", 61.5);
    await positions.send();
    const elsewhere = core.recordPosition(server.held.get("a"), "phone", 600, 1000, false, false, Date.now() + 1);
    server.held.set("a", elsewhere);
    heard("a", 61.8);
    await positions.send();
    expect(server.held.get("a")).toEqual(elsewhere);
    expect(server.messages).toHaveLength(1);
    heard("a", 63);
    await positions.send();
    expect(server.messages).toHaveLength(2);
  });

  it("an unreachable server does not change the positions", async () => {
    heard("a", 61);
    server.failure = offline();
    await positions.refresh();
    expect(positions.startSecsOf("a")).toBe(61);
  });

  it("the last request contains at most fifty positions, and the next one contains the others", async () => {
    for (let at = 0; at < 60; at += 1) heard(`n${at}`, 61);
    positions.flushOnPageHide();
    positions.flushOnPageHide();
    await vi.waitFor(() => expect(server.held.size).toBe(60));
    expect(server.messages.map(({ items, keepalive }) => [items.length, keepalive])).toEqual([
      [50, true],
      [10, true],
    ]);
  });

  it("S4.resume.1 the last request repeats the positions that the outbox may not have stored yet", () => {
    heard("a", 61);
    void positions.send();
    positions.flushOnPageHide();
    expect(server.messages.map(({ keepalive }) => keepalive)).toEqual([false, true]);
  });

  it("positions in the last request of a hidden page are not sent a second time", async () => {
    heard("a", 61);
    positions.flushOnPageHide();
    await positions.send();
    expect(server.messages).toHaveLength(1);
    expect(JSON.parse(userStorage("u1").get("heard") ?? "").unsent).toEqual([]);
  });
});
