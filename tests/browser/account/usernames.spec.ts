import { expect } from "@playwright/test";
import { test } from "../support/test";
import { signInNewStudent, uniqueName } from "../support/users";

test("S5.cp.3 S5.se.2 a username is shown as typed, and found by its beginning in any case", async ({
  page,
  secondDevicePage,
}) => {
  const username = uniqueName("MiXed-Case.");
  await signInNewStudent(page, "/student-info");
  await page.getByLabel("Name", { exact: true }).fill("Wil");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Faculty").selectOption("Arts");
  await page.getByLabel("Year").fill("2");
  await page.getByRole("button", { name: "Save & Continue" }).click();
  await expect(page).not.toHaveURL(/\/student-info/);

  await signInNewStudent(secondDevicePage, "/browse");
  const box = secondDevicePage.getByPlaceholder("Search for courses, profiles...");
  const found = secondDevicePage.getByRole("option", { name: username });
  const beginning = username.slice(0, -1);
  for (const text of [beginning.toLowerCase(), beginning.toUpperCase(), beginning]) {
    // Clear the results first: otherwise the page would still show those of the previous spelling.
    await box.fill("nobody-has-this-name");
    await secondDevicePage.getByRole("tab", { name: "Profiles" }).click();
    await expect(secondDevicePage.getByText("No users found.", { exact: true })).toBeVisible();
    await box.fill(text);
    await expect(found, text).toBeVisible();
    await expect(found, text).toContainText(username);
  }
  // Only the beginning of a username matches.
  await box.fill(username.slice(1));
  await expect(secondDevicePage.getByText("No users found.", { exact: true })).toBeVisible();
  await expect(found).toHaveCount(0);

  for (const inUrl of [username, username.toLowerCase(), username.toUpperCase()]) {
    await secondDevicePage.goto(`/u/${inUrl}`);
    await expect(secondDevicePage.getByRole("heading", { level: 1 }), inUrl).toHaveText(`@${username}`);
  }
});
