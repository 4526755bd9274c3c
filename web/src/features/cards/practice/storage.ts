import { userStorage } from "@/lib/browser/storage";
import { ANSWER_MODES, DEFAULT_SETTINGS, type PracticeSettings, type PracticeTest } from "./practice-test";

const TEST_KEY = "practice-test";
const SETTINGS_KEY = "practice-settings";

/**
 * Stored data of practice tests. If nothing usable is stored, `readTest` returns `undefined` and `readSettings` returns
 * the defaults.
 */
export interface PracticeStorage {
  readTest(): PracticeTest | undefined;
  writeTest(test: PracticeTest | undefined): void;
  /** Calls the listener when another tab writes the test. Returns a function that stops this. */
  watchTest(listener: (test: PracticeTest | undefined) => void): () => void;
  readSettings(): PracticeSettings;
  writeSettings(settings: PracticeSettings): void;
}

/** Parses JSON. Returns `undefined` for text that is truncated or from another version of the app. */
function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function toSettings(value: unknown): PracticeSettings | undefined {
  const { count, minutes, mode, rules } = (value ?? {}) as Partial<PracticeSettings>;
  const isWhole =
    typeof count === "number" &&
    typeof minutes === "number" &&
    ANSWER_MODES.some((name) => name === mode) &&
    typeof rules?.accents === "boolean" &&
    typeof rules.letterCase === "boolean";
  return isWhole ? (value as PracticeSettings) : undefined;
}

function toTest(value: unknown): PracticeTest | undefined {
  const { id, course, settings, questions, answers, shown } = (value ?? {}) as Partial<PracticeTest>;
  const isWhole =
    typeof id === "string" &&
    typeof course === "string" &&
    toSettings(settings) !== undefined &&
    Array.isArray(questions) &&
    questions.every((each) => typeof each?.cardId === "string" && Array.isArray(each.choices)) &&
    Array.isArray(answers) &&
    answers.every((each) => typeof each?.rating === "string") &&
    typeof shown === "number" &&
    shown < questions.length;
  return isWhole ? (value as PracticeTest) : undefined;
}

/** Returns access to a user's practice test. `uid` is absent on a shared computer, where nothing is stored. */
export function practiceStorage(uid: string | undefined): PracticeStorage {
  const storage = uid === undefined ? undefined : userStorage(uid);
  const readTest = () => toTest(parse(storage?.get(TEST_KEY)));
  return {
    readTest,
    writeTest: (test) => (test ? storage?.set(TEST_KEY, JSON.stringify(test)) : storage?.remove(TEST_KEY)),
    watchTest(listener) {
      const read = ({ key }: StorageEvent) => {
        if (storage && key?.endsWith(TEST_KEY)) listener(readTest());
      };
      window.addEventListener("storage", read);
      return () => window.removeEventListener("storage", read);
    },
    readSettings: () => toSettings(parse(storage?.get(SETTINGS_KEY))) ?? DEFAULT_SETTINGS,
    writeSettings: (settings) => storage?.set(SETTINGS_KEY, JSON.stringify(settings)),
  };
}
