import { expect } from "@playwright/test";
import { fulfillProblem } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, signIn, signInNewStudent } from "../support/users";

test("S2.misc.1 S8.set.1 study guide setup reports success and failure", async ({ page }) => {
  await signIn(page, ADMIN, "/setup-guides");
  const button = page.getByRole("button", { name: "Setup Study Guides" });
  await page.route("**/api/setup-guides", (route) => fulfillProblem(route, 503, "unavailable", "The table is away."));
  await button.click();
  await expect(page.getByText("Error: The table is away.", { exact: true })).toBeVisible();
  await page.unroute("**/api/setup-guides");
  await button.click();
  await expect(
    page.getByText("Study guides set up successfully! 0 written, 8 already existed.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/^Error: /)).toHaveCount(0);
});

test("S2.route.13 /placeholder is for members and links to the dashboard", async ({ page }) => {
  await page.goto("/placeholder");
  await expect(page).toHaveURL("/signin");
  await signInNewStudent(page, "/placeholder");
  await expect(page).toHaveURL("/placeholder");
  await expect(page.getByRole("heading", { name: "Coming soon", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page).toHaveURL("/");
});
