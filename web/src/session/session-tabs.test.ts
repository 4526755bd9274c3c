// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { asked, credentials, me, pathsAsked, problem, sessionWith, signedIn, start } from "./session-testing";

type Message = "signed-in" | "signed-out";

/** Messages to the other tabs. */
let sent: Message[] = [];
/** Simulates a message of another tab. */
let receive: (message: Message) => void = () => undefined;

class TestChannel {
  addEventListener(_type: string, handler: (event: { data: Message }) => void) {
    receive = (data) => handler({ data });
  }
  removeEventListener() {}
  postMessage(message: Message) {
    sent.push(message);
  }
}

type Rules = Parameters<typeof start>[0];
const open = (rules: Rules) => start(rules, TestChannel);

/** Opens a tab and signs in. Records the states of the session after that. */
async function openSignedIn(rules: Rules = {}) {
  const tab = await open({ "/api/auth/sign-in": () => signedIn("mine"), ...rules });
  await tab.session.signIn(credentials);
  sent = [];
  const states: string[] = [];
  tab.session.watch(() => states.push(tab.session.state().status));
  const ended = vi.fn();
  tab.session.onEnd(ended);
  return { ...tab, states, ended };
}

beforeEach(() => {
  localStorage.clear();
  sent = [];
});

test("S3.auth.1 signing in, signing out and the end of the session are reported to the other tabs", async () => {
  const { session } = await open({
    "/api/auth/sign-in": () => signedIn("mine"),
    "/api/auth/sign-out": () => ({ status: 204 }),
  });
  await session.signIn(credentials);
  expect(sent).toEqual(["signed-in"]);
  await session.signOut();
  expect(sent).toEqual(["signed-in", "signed-out"]);
  await session.signIn(credentials);
  session.endWithNotice("You were logged out everywhere.");
  expect(sent.slice(2)).toEqual(["signed-in", "signed-out"]);
});

test("S2.side.7 H30 a sign-out in another tab ends the session here and deletes its data, without a request", async () => {
  const { session, states, ended } = await openSignedIn();
  localStorage.setItem("nn:u:u1:volume", "0.4");
  const before = asked.length;
  receive("signed-out");
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "logout" });
  expect(ended).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem("nn:u:u1:volume")).toBeNull();
  receive("signed-out");
  expect(states).toEqual(["signed-out"]);
  expect(asked).toHaveLength(before);
  expect(sent).toEqual([]);
});

test("S3.auth.1 a sign-in as the same student in another tab renews the token without leaving the page", async () => {
  const { session, states, ended } = await openSignedIn({
    "/api/auth/refresh": () => ({ status: 200, body: { ...sessionWith("theirs"), me: { ...me, name: "Amara Obi" } } }),
  });
  receive("signed-in");
  await vi.waitFor(() => expect(session.state().me?.name).toBe("Amara Obi"));
  expect(states).toEqual(["signed-in"]);
  expect(ended).not.toHaveBeenCalled();
});

test("S3.auth.1 a sign-in as another student in another tab replaces the student here and drops the data of the first", async () => {
  const { session, states, ended } = await openSignedIn({
    "/api/auth/refresh": () => ({ status: 200, body: { ...sessionWith("theirs"), me: { ...me, uid: "u2" } } }),
  });
  receive("signed-in");
  await vi.waitFor(() => expect(session.state().me?.uid).toBe("u2"));
  expect(states).toEqual(["signed-in"]);
  expect(ended).toHaveBeenCalledTimes(1);
});

test("S3.auth.1 a sign-in in another tab signs in the page of a visitor", async () => {
  const { session } = await open({ "/api/auth/refresh": () => ({ status: 200, body: sessionWith("theirs") }) });
  await session.restore();
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "none" });
  // The other tab has stored the mark before it sends its message.
  localStorage.setItem("nn:session", "1");
  receive("signed-in");
  await vi.waitFor(() => expect(session.state()).toMatchObject({ status: "signed-in", me: { uid: "u1" } }));
  expect(pathsAsked()).toEqual(["/api/auth/refresh"]);
});

test("S4.offline.8 a session on a shared computer does not store the student, and its end deletes all data", async () => {
  const { session, api } = await open({
    "/api/auth/sign-in": () => signedIn("mine"),
    "/api/auth/refresh": () => problem(401, "unauthenticated"),
    "/api/me": () => problem(401, "unauthenticated"),
  });
  await session.signIn({ ...credentials, sharedComputer: true });
  expect(session.state()).toMatchObject({ status: "signed-in", isSharedComputer: true });
  expect(localStorage.getItem("nn:session")).toBe("shared");
  expect(localStorage.getItem("nn:u:u1:me")).toBeNull();
  localStorage.setItem("nn:u:u1:volume", "0.4");
  await api.GET("/api/me");
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "ended" });
  expect(localStorage.getItem("nn:u:u1:volume")).toBeNull();
});

test("S4.offline.8 the data of a session that expired on an own computer stay for the same student", async () => {
  const { session, api } = await openSignedIn({
    "/api/auth/refresh": () => problem(401, "unauthenticated"),
    "/api/me": () => problem(401, "unauthenticated"),
  });
  expect(session.state()).not.toHaveProperty("isSharedComputer");
  localStorage.setItem("nn:u:u1:volume", "0.4");
  await api.GET("/api/me");
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "ended" });
  expect(localStorage.getItem("nn:u:u1:volume")).toBe("0.4");
});

test.each([
  [undefined, false],
  [true, true],
])("the first password of an administrator is sent with the kind of computer: %s", async (sharedComputer, isShared) => {
  const bodies: unknown[] = [];
  const { session } = await open({});
  vi.stubGlobal("fetch", async (request: Request) => {
    bodies.push([new URL(request.url).pathname, await request.json()]);
    return Response.json(signedIn("mine").body);
  });
  const form = { email: "ada@example.org", challenge: "c", newPassword: "correct horse" };
  await session.setInitialPassword({ ...form, ...(sharedComputer !== undefined && { sharedComputer }) });
  expect(bodies).toEqual([["/api/auth/new-password", { ...form, sharedComputer: isShared }]]);
  expect(session.state().status).toBe("signed-in");
  expect("isSharedComputer" in session.state()).toBe(isShared);
  expect(sent).toEqual(["signed-in"]);
});

test("S4.offline.5 a session restored without the server is confirmed when the device is online again", async () => {
  localStorage.setItem("nn:session", "1");
  localStorage.setItem("nn:u:u1:me", JSON.stringify(me));
  let isUp = false;
  const { session, api } = await open({
    "/api/auth/refresh": () => (isUp ? { status: 200, body: sessionWith("late") } : problem(503, "unavailable")),
    "/api/me": () => ({ status: 200, body: me }),
  });
  await session.restore();
  expect(session.state()).toMatchObject({ status: "signed-in", isOfflineSession: true });
  isUp = true;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(session.state()).not.toHaveProperty("isOfflineSession"));
  window.dispatchEvent(new Event("focus"));
  await api.GET("/api/me");
  session.endWithNotice("You were logged out everywhere.");
  window.dispatchEvent(new Event("focus"));
  await api.GET("/api/me");
  expect(pathsAsked()).toEqual(["/api/auth/refresh", "/api/auth/refresh", "/api/me", "/api/me"]);
});

test("S4.offline.5 a session restored without the server ends with a message if the server rejects it later", async () => {
  localStorage.setItem("nn:session", "1");
  localStorage.setItem("nn:u:u1:me", JSON.stringify(me));
  let isUp = false;
  const { session } = await open({
    "/api/auth/refresh": () => (isUp ? problem(401, "unauthenticated") : problem(503, "unavailable")),
  });
  await session.restore();
  isUp = true;
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(session.state()).toMatchObject({ status: "signed-out", reason: "ended" }));
});
