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

function show(response: Response, at = "/privacy") {
  vi.stubGlobal("fetch", vi.fn<() => Promise<Response>>().mockResolvedValue(response));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
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

test("S7.legal.1 a legal page uses only the first main heading as its title, and links within the page open in the same tab", async () => {
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

test("S7.legal.1 a link can name a section of a legal page, whose headings have ids of their words", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = function scroll() {
    scrolled(this.id);
  };
  const sections = "# Privacy\n\n## Your *rights* & duties\n\n## Über uns\n\n### Über uns";
  show(new Response(sections, { headers: { "content-type": "text/markdown" } }), "/privacy#%C3%BCber-uns");
  await screen.findByRole("heading", { name: "Your rights & duties" });
  const ids = screen.getAllByRole("heading", { level: 2 }).map(({ id }) => id);
  expect(ids.slice(0, 2)).toEqual(["your-rights-duties", "über-uns"]);
  expect(screen.getByRole("heading", { level: 3 }).id).toBe("über-uns-2");
  expect(scrolled).toHaveBeenCalledExactlyOnceWith("über-uns");
});

test("S7.legal.1 no two headings of a legal page have the same id", async () => {
  show(new Response("# Privacy\n\n## Rights\n\n## Rights 2\n\n## Rights\n\n## Rights\n\n## …\n\n## Section"));
  await screen.findByRole("heading", { name: "Rights 2" });
  const ids = screen.getAllByRole("heading", { level: 2 }).map(({ id }) => id);
  expect(ids).toEqual(["rights", "rights-2", "rights-3", "rights-4", "section", "section-2"]);
});

test("a legal page that cannot be loaded offers a retry", async () => {
  show(new Response("", { status: 503 }));
  expect(await screen.findByRole("button", { name: "Retry" })).toBeDefined();
});
