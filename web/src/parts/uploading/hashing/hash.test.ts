// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { hashFile } from "./hash";

function failing(event: Event): void {
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage(): void {
        this.dispatchEvent(event);
      }
      terminate(): void {}
    },
  );
}

const hash = () =>
  hashFile({ file: new File(["a"], "a.pdf"), partBytes: undefined }, () => undefined, new AbortController().signal);

test("S4.offline.2 a file that cannot be hashed because the server is unreachable is not reported as unreadable", async () => {
  failing(new Event("error"));
  await expect(hash()).rejects.toThrow("Could not reach Note Ninja. Check your connection and try again.");
  failing(new ErrorEvent("error"));
  await expect(hash()).rejects.toThrow("This file could not be read. Choose it again.");
});
