import { expect, type Page } from "@playwright/test";
import { test } from "../support/test";
import { signInNewStudent } from "../support/users";

/** Replaces the text of a legal page, as an operator does. */
const publish = (page: Page, name: string, version: string) =>
  page.route(`**/legal/${name}.md`, (route) =>
    route.fulfill({
      contentType: "text/markdown; charset=utf-8",
      body: `Version: ${version}\n\n# Text\n\n## Our own words`,
    }),
  );

test("S7.legal.1 a visitor reads the legal pages from the sign-in page", async ({ page }) => {
  await page.goto("/signin");
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "highlight", exact: true })).toBeVisible();
  const links = page.getByRole("navigation", { name: "About Note Ninja" });
  for (const name of ["Terms", "Copyright", "Accessibility", "Contact"]) {
    await links.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText(/^Version of /)).toBeVisible();
  }
  await page.getByRole("main").getByRole("link", { name: "Sign-in and data" }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test("S7.legal.4 the accessibility statement names its limits, and links to the contact for reporting a barrier", async ({
  page,
}) => {
  await page.goto("/accessibility#report-a-barrier");
  await expect(page.getByRole("heading", { level: 2, name: "Report a barrier" })).toBeInViewport();
  await expect(page.getByRole("heading", { level: 2, name: "What does not work well yet" })).toBeAttached();
  await page.getByRole("main").getByRole("link", { name: "Contact" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
});

test("S7.legal.3 a student is told once that a text has changed, and reads the operator's text", async ({ page }) => {
  await publish(page, "terms", "2026-01-01");
  const read = page.waitForResponse("**/legal/terms.md");
  await signInNewStudent(page, "/upload");
  await read;
  const stored = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith(":legal:checked")));
  await expect.poll(stored).toBe(true);

  await publish(page, "terms", "2026-02-01");
  // Simulates the next day, on which the page checks the texts again.
  await page.evaluate(() => {
    const checked = Object.keys(localStorage).filter((key) => key.endsWith(":legal:checked"));
    for (const key of checked) localStorage.removeItem(key);
  });
  await page.reload();
  const notice = page.getByRole("status").filter({ hasText: "Terms changed on 1 Feb 2026." });
  await notice.getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Our own words" })).toBeVisible();
  await notice.getByRole("button", { name: "OK" }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: "Our own words" })).toBeVisible();
  await expect.poll(stored).toBe(true);
  await expect(notice).toBeHidden();
});
