import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Providers } from "./providers";

const begun = vi.hoisted((): string[] => []);
vi.mock("@/data/query/query-client", async () => {
  const { QueryClient } = await import("@tanstack/react-query");
  return { queryClient: new QueryClient() };
});
const begins = (name: string) => () => {
  begun.push(name);
  return () => begun.push(`no ${name}`);
};
vi.mock("@/data/query/cross-tab-invalidation", () => ({ listenForInvalidations: () => begins("other tabs")() }));
vi.mock("@/data/sync/manifest-polling", () => ({ startManifestPolling: () => begins("others")() }));
vi.mock("@/data/sync/start-outbox", () => ({ startOutbox: () => begins("the outbox")() }));

test("listens for messages of other tabs, changes of other users and the outbox while mounted", () => {
  const { unmount } = render(<Providers>there</Providers>);
  expect(begun).toEqual(["other tabs", "others", "the outbox"]);
  begun.length = 0;
  unmount();
  expect(begun).toEqual(["no other tabs", "no others", "no the outbox"]);
});
