import { writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { PREPARED_WITHIN_MS, sampleRecordings, waitForRendition } from "../support/player";
import { createStudent, PASSWORD } from "../support/users";
import { startFirefox } from "./firefox";
import { type Machine, startMachine } from "./machine";
import { KEYS, Session, type Wire } from "./session";
import { startWebKit } from "./webkit";

const PORT = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);
const ORIGIN = `http://localhost:${PORT}`;

/** Browsers to test. Half of the students use an iPhone, whose only engine is WebKit. */
const BROWSERS: Record<string, (machine: Machine) => Promise<Wire>> = { Firefox: startFirefox, WebKit: startWebKit };

/** A line of the sample transcript, and how its button names its time. */
const LINE = { index: 4, spoken: "12 seconds" };

test.describe.configure({ timeout: PREPARED_WITHIN_MS + 90_000 });

for (const [name, start] of Object.entries(BROWSERS)) {
  test(`${name}: a student signs in, stays signed in, finds a course, saves a note, flips a card, plays a recording, and follows its transcript`, async () => {
    const machine = await startMachine();
    const session = new Session(await start(machine));
    try {
      await session.prepare();
      await journey(session);
    } catch (error) {
      await writeFile(test.info().outputPath("window.png"), await session.picture());
      throw error;
    } finally {
      await session.close();
      await machine.end();
    }
  });
}

async function journey(session: Session): Promise<void> {
  const student = await createStudent();
  await test.step("signs in", async () => {
    await session.open(`${ORIGIN}/browse`);
    await session.type("field", "Email", student.email);
    await session.type("field", "Password", PASSWORD);
    await session.press("button", "SIGN IN");
    await session.find("button", "Logout");
  });

  await test.step("is still signed in after a reload", async () => {
    await session.reload();
    await session.find("button", "Logout");
    expect(await session.url()).toBe(`${ORIGIN}/browse`);
  });

  await test.step("finds a course while typing", async () => {
    await session.type("field", "Search for courses, profiles...", "cs246");
    await session.press("option", "CS 246");
    await session.find("heading", "Notes for CS 246");
    expect(await session.url()).toContain("/guide/CS246/notes");
  });

  await test.step("keeps a note", async () => {
    await session.press("button", "Add to My Notes");
    await session.find("button", "Added to My Notes");
  });

  await test.step("turns a card", async () => {
    await session.press("link", "Chapter 4");
    await session.find("heading", "Ownership and RAII");
    await session.press("button", "Show the answer");
    await session.find("button", "Show the question");
  });

  await test.step("listens, and goes to another place", async () => {
    await session.open(`${ORIGIN}/deep-dive`);
    const heard = async () =>
      Number(await session.evaluate("document.querySelector('audio#player')?.currentTime ?? 0"));
    await session.press("button", "Play");
    await expect.poll(heard).toBeGreaterThan(0.5);
    await session.find("button", "Pause");
    // Four steps of five seconds.
    for (let presses = 0; presses < 4; presses += 1) await session.type("slider", "Seek", KEYS.right);
    await expect.poll(heard).toBeGreaterThan(20.5);
    const there = await heard();
    await expect.poll(heard).toBeGreaterThan(there + 0.5);
  });
  await test.step("hears the smaller rendition while the transcript follows", async () => {
    const raii = (await sampleRecordings()).find(({ title }) => title.startsWith("RAII"));
    expect(raii).toBeDefined();
    await waitForRendition(raii?.id ?? "");
    await session.open(`${ORIGIN}/audio/${raii?.id}`);
    await session.find("heading", "RAII");
    const currentLine = async () =>
      Number(await session.evaluate("document.querySelector('[data-line][aria-current=true]')?.dataset.line ?? -1"));
    await session.press("button", `Play from ${LINE.spoken}`);
    await expect.poll(currentLine).toBe(LINE.index);
    const file = () => session.evaluate("document.querySelector('audio#player').src.split('?')[0]");
    await expect.poll(file).toMatch(/-listening\.m4a$/);
    await expect.poll(currentLine).toBeGreaterThan(LINE.index);
  });
}
