import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { LegalPage } from "./legal-page";

vi.mock("@/session/session", () => import("@/api/testing"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(response: Response) {
  vi.stubGlobal("fetch", vi.fn<() => Promise<Response>>().mockResolvedValue(response));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <LegalPage name="privacy" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const text = `Version: 2026-11-29

# Privacy

## What we store

| What | Record |
| --- | --- |
| Your likes | \`like\` |

[Contact](/contact), [a law](https://law.example.org), [a trap](javascript:alert(1)), <script>alert(2)</script>

<img src="https://tracker.example.org/a.png">

![A picture](https://tracker.example.org/b.png)`;

test("S7.legal.1 a legal page renders the operator's Markdown without scripts, images and unsafe links", async () => {
  show(new Response(text, { headers: { "content-type": "text/markdown" } }));
  expect(await screen.findByRole("heading", { level: 2, name: "What we store" })).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 1 }).map((heading) => heading.textContent)).toEqual(["Privacy"]);
  expect(screen.getByText("Version of 29 Nov 2026")).toBeDefined();
  expect(screen.getByRole("cell", { name: "like" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe("/contact");
  const law = screen.getByRole("link", { name: "a law" });
  expect([law.getAttribute("href"), law.getAttribute("rel")]).toEqual(["https://law.example.org", "noreferrer"]);
  expect(screen.getByText("a trap").getAttribute("href") ?? "").toBe("");
  expect(document.querySelectorAll("script, img")).toHaveLength(0);
});

test("S7.legal.1 a legal page leaves out only the first main heading, and its own links stay in the tab", async () => {
  const sections = `Version: 2026-11-29

# Privacy

# Your rights

[Below](#user-content-fn-1) is a note.[^1]

> # Quoted

[^1]: The note.`;
  show(new Response(sections, { headers: { "content-type": "text/markdown" } }));
  expect(await screen.findByRole("heading", { level: 2, name: "Your rights" })).toBeDefined();
  expect(screen.getByRole("heading", { level: 2, name: "Quoted" })).toBeDefined();
  expect(screen.getAllByRole("heading", { level: 1 }).map((heading) => heading.textContent)).toEqual(["Privacy"]);
  const links = [screen.getByRole("link", { name: "Below" }), screen.getByRole("link", { name: "1" })];
  expect(links.map((link) => [link.getAttribute("href"), link.getAttribute("target")])).toEqual([
    ["#user-content-fn-1", null],
    ["#user-content-fn-1", null],
  ]);
  const back = screen.getByRole("link", { name: "Back to reference 1" });
  expect(document.getElementById(back.getAttribute("href")?.slice(1) ?? "")).toBe(links[1]);
});

test("a legal page that cannot be loaded offers a retry", async () => {
  show(new Response("", { status: 503 }));
  expect(await screen.findByRole("button", { name: "Retry" })).toBeDefined();
});
