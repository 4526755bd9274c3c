import { expect, test, vi } from "vitest";
import { UserDatabase } from "./user-database";

test("S4.offline.8 rejects with a reason if the browser has no database", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const database = new UserDatabase({ prefix: "some ", version: 1, create: () => undefined }, "u1");
  await expect(database.open()).rejects.toThrow("There is no database.");
});
