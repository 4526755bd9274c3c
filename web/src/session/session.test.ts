// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { asked, me, pathsAsked, problem, sessionWith, start } from "./session-testing";

beforeEach(() => localStorage.clear());

test("S4.start.1 a visitor who never signed in is signed out without a request", async () => {
  const { session } = await start({});
  expect(session.state().status).toBe("unknown");
  await session.restore();
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "none" });
  expect(asked).toEqual([]);
});

test("H15 a reload gets a new access token from the cookie, and never puts it in storage", async () => {
  localStorage.setItem("nn:session", "1");
  const { session } = await start({
    "/api/auth/refresh": () => ({ status: 200, body: sessionWith("secret-token") }),
  });
  await Promise.all([session.restore(), session.restore()]);
  expect(session.state()).toMatchObject({ status: "signed-in", me: { uid: "u1" } });
  expect(asked).toEqual([{ path: "/api/auth/refresh", token: null, ninja: "1" }]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-token");
});

test("H15 renews a rejected token once for all affected requests, and sends each again", async () => {
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old") } }),
    "/api/auth/refresh": () => ({ status: 200, body: sessionWith("new") }),
    "/api/me": (token) => (token === "Bearer new" ? { status: 200, body: me } : problem(401, "unauthenticated")),
  });
  await session.restore();
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  const answers = await Promise.all([payload(api.GET("/api/me")), payload(api.GET("/api/me"))]);
  expect(answers).toEqual([me, me]);
  expect(pathsAsked().filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
});

test("renews a token that is about to expire before using it", async () => {
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old", 10) } }),
    "/api/auth/refresh": () => ({ status: 200, body: sessionWith("new") }),
    "/api/me": () => ({ status: 200, body: me }),
  });
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  await payload(api.GET("/api/me"));
  expect(asked.at(-1)).toMatchObject({ path: "/api/me", token: "Bearer new" });
});

test("renewing the token keeps the data of the session, unless the session now belongs to another user", async () => {
  let renewed: object = sessionWith("new", 10);
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old", 10) } }),
    "/api/auth/refresh": () => ({ status: 200, body: renewed }),
    "/api/me": () => ({ status: 200, body: me }),
  });
  const ended = vi.fn();
  session.onEnd(ended);
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  await payload(api.GET("/api/me"));
  expect(asked.at(-1)).toMatchObject({ token: "Bearer new" });
  expect(ended).not.toHaveBeenCalled();
  // Another tab signed in another user.
  renewed = { ...sessionWith("another", 10), me: { ...me, uid: "u2" } };
  await payload(api.GET("/api/me"));
  expect(session.state()).toMatchObject({ status: "signed-in", me: { uid: "u2" } });
  expect(ended).toHaveBeenCalledOnce();
});

test("an ended session signs out, and the request fails with the server's error", async () => {
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old") } }),
    "/api/auth/refresh": () => problem(401, "unauthenticated"),
    "/api/me": () => problem(401, "unauthenticated"),
  });
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  await expect(payload(api.GET("/api/me"))).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "ended" });
});

test("S2.side.7 H30 signing out deletes all data at once, and a failure on the server is logged and retried later", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old") } }),
    "/api/auth/sign-out": () => problem(503, "unavailable"),
    "/api/me": () => problem(401, "unauthenticated"),
  });
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  localStorage.setItem("nn:u:u1:volume", "0.4");
  const ended = vi.fn();
  session.onEnd(ended);
  const leaving = session.signOut();
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "logout" });
  expect(ended).toHaveBeenCalledOnce();
  expect(Object.keys(localStorage)).toEqual(["nn:owed-sign-out"]);
  await leaving;
  expect(logged).toHaveBeenCalledOnce();
  await expect(payload(api.GET("/api/me"))).rejects.toMatchObject({ status: 401 });
  expect(asked.findLast(({ path }) => path === "/api/me")).toMatchObject({ token: null });
});

test("an unreachable server at startup does not sign out", async () => {
  localStorage.setItem("nn:session", "1");
  const { session } = await start({});
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await session.restore();
  expect(session.state()).toMatchObject({ status: "unknown", unreachable: true });
  expect(localStorage.getItem("nn:session")).toBe("1");
});

test("S3.auth.1 all subscribers see the user and whether the session is restored", async () => {
  localStorage.setItem("nn:session", "1");
  const { session, useSession } = await start({
    "/api/auth/refresh": () => ({ status: 200, body: sessionWith("new") }),
  });
  const { result: shown } = renderHook(useSession);
  expect(shown.current).toMatchObject({ status: "unknown", me: undefined, isAdmin: false });
  const [one, other] = [session.restore(), session.restore()];
  expect(session.state().status).toBe("unknown");
  await Promise.all([one, other]);
  expect(session.state()).toMatchObject({ status: "signed-in", me, isAdmin: false });
  await waitFor(() => expect(shown.current).toMatchObject({ status: "signed-in", me }));
  expect(pathsAsked()).toEqual(["/api/auth/refresh"]);
});

test("administrators have no access without the required second factor, and gain it after setup", async () => {
  const admin = { ...me, isAdmin: true, needsSecondFactor: true };
  const { session } = await start({
    "/api/auth/sign-in": () => ({
      status: 200,
      body: { next: "signed_in", session: { ...sessionWith("mine"), me: admin } },
    }),
  });
  await session.signIn({ email: "admin@noteninja.test", password: "correct horse" });
  expect(session.state()).toMatchObject({ status: "signed-in", isAdmin: false, me: { isAdmin: true } });
  session.setUser({ ...admin, needsSecondFactor: false });
  expect(session.state()).toMatchObject({ status: "signed-in", isAdmin: true });
});

test("a local change is not undone by a response requested before it", async () => {
  const { session } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("mine") } }),
  });
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  const heard = session.trackProfileFetch();
  session.setUser({ ...me, courseCodes: ["CS246"] });
  expect(heard(me)).toMatchObject({ courseCodes: ["CS246"] });
  expect(session.state().me?.courseCodes).toEqual(["CS246"]);

  const asking = session.trackProfileFetch();
  expect(asking({ ...me, name: "Amara Obi" })).toMatchObject({ courseCodes: [], name: "Amara Obi" });
  expect(session.state().me).toMatchObject({ courseCodes: [], name: "Amara Obi" });

  session.trackProfileFetch()({ ...me, uid: "u2", name: "Another" });
  expect(session.state().me?.name).toBe("Amara Obi");
});

test("a local change is not undone by a session renewal that started before it", async () => {
  const { session, api } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old", 10) } }),
    "/api/auth/refresh": () => {
      session.setUser({ ...me, name: "Amara Obi" });
      return { status: 200, body: sessionWith("new") };
    },
    "/api/me/feed": () => ({ status: 200, body: { items: [] } }),
  });
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  await api.GET("/api/me/feed");
  expect(asked.at(-1)).toMatchObject({ path: "/api/me/feed", token: "Bearer new" });
  expect(session.state().me?.name).toBe("Amara Obi");
});

test("S7.auth.4 ending the session deletes the token and shows a message", async () => {
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("mine") } }),
    "/api/auth/account/sign-out-everywhere": () => ({ status: 200, body: {} }),
  });
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  await session.withLock(() => payload(api.POST("/api/auth/account/sign-out-everywhere")));
  expect(asked.at(-1)).toMatchObject({ token: "Bearer mine", ninja: "1" });
  session.endWithNotice("You were logged out everywhere.");
  expect(session.state()).toMatchObject({
    status: "signed-out",
    reason: "logout",
    notice: "You were logged out everywhere.",
  });
  expect(localStorage.getItem("nn:session")).toBeNull();
});

test("S2.side.7 a failed sign-out is retried, and the session is not restored before that", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.setItem("nn:owed-sign-out", "1");
  localStorage.setItem("nn:session", "1");
  let isUp = false;
  const { session, api, payload } = await start({
    "/api/auth/refresh": () => ({ status: 200, body: sessionWith("revived") }),
    "/api/auth/sign-out": () => (isUp ? { status: 204 } : problem(503, "unavailable")),
    "/api/me": () => problem(401, "unauthenticated"),
  });
  await session.restore();
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "logout" });
  await expect(payload(api.GET("/api/me"))).rejects.toMatchObject({ status: 401 });
  await waitFor(() => expect(pathsAsked()).toContain("/api/auth/sign-out"));
  expect(localStorage.getItem("nn:owed-sign-out")).toBe("1");

  isUp = true;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(localStorage.getItem("nn:owed-sign-out")).toBeNull());
  expect(pathsAsked()).not.toContain("/api/auth/refresh");
  const asks = asked.length;
  window.dispatchEvent(new Event("online"));
  expect(asked).toHaveLength(asks);
});

test("S2.side.7 a page that missed a sign-out ends its session instead of renewing it", async () => {
  const { session, api, payload } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("old") } }),
    "/api/auth/refresh": () => ({ status: 200, body: sessionWith("revived") }),
    "/api/auth/sign-out": () => ({ status: 204 }),
    "/api/me": () => problem(401, "unauthenticated"),
  });
  await session.restore();
  await session.signIn({ email: "amara@noteninja.test", password: "correct horse" });
  localStorage.setItem("nn:owed-sign-out", "1");
  await expect(payload(api.GET("/api/me"))).rejects.toMatchObject({ status: 401 });
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "logout" });
  await waitFor(() => expect(pathsAsked().at(-1)).toBe("/api/auth/sign-out"));
  expect(pathsAsked()).not.toContain("/api/auth/refresh");
});

test("S2.side.7 a pending sign-out reaches the server before the next sign-in", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.setItem("nn:owed-sign-out", "1");
  let isUp = false;
  const { session } = await start({
    "/api/auth/sign-in": () => ({ status: 200, body: { next: "signed_in", session: sessionWith("new") } }),
    "/api/auth/sign-out": () => (isUp ? { status: 204 } : problem(503, "unavailable")),
  });
  const form = { email: "amara@noteninja.test", password: "correct horse" };
  await expect(session.signIn(form)).rejects.toMatchObject({ code: "unavailable" });
  expect(pathsAsked()).toEqual(["/api/auth/sign-out"]);
  isUp = true;
  await session.signIn(form);
  expect(pathsAsked()).toEqual(["/api/auth/sign-out", "/api/auth/sign-out", "/api/auth/sign-in"]);
  expect(session.state().status).toBe("signed-in");
});

test("S4.offline.5 if the last user is known, does not wait for a server that does not respond", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    localStorage.setItem("nn:session", "1");
    localStorage.setItem("nn:u:u1:me", JSON.stringify(me));
    const { session } = await start({});
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    const restored = session.restore();
    await vi.advanceTimersByTimeAsync(2900);
    expect(session.state().status).toBe("unknown");
    await vi.advanceTimersByTimeAsync(200);
    await restored;
    expect(session.state()).toMatchObject({ status: "signed-in", me: { uid: "u1" }, isOfflineSession: true });
    answer(Response.json(sessionWith("late")));
    await vi.waitFor(() => expect(session.state()).not.toHaveProperty("isOfflineSession"));
    expect(session.state()).toMatchObject({ status: "signed-in", me: { uid: "u1" } });
  } finally {
    vi.useRealTimers();
  }
});

test("a session renewal without a response is aborted, so that the next one can start", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    localStorage.setItem("nn:session", "1");
    const { session } = await start({});
    vi.stubGlobal("fetch", () => new Promise<Response>(() => undefined));
    const restored = session.restore();
    await vi.advanceTimersByTimeAsync(20_100);
    await restored;
    expect(session.state()).toMatchObject({ status: "unknown", unreachable: true });
  } finally {
    vi.useRealTimers();
  }
});
