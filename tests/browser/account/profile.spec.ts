import { expect, type Page } from "@playwright/test";
import { disableBatching, fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { accessTokenFor, apiClient, createStudent, signIn, signInNewStudent } from "../support/users";

const THREE = "Faculty, year of study, and username are required.";
const FACULTIES = ["Arts", "Mathematics", "Science", "Engineering", "Environment", "Health"];

const save = (page: Page) => page.getByRole("button", { name: "Save Changes", exact: true }).click();

/** Saves a number of notes of each course in My Notes of `who`, over the API. */
async function keepNotes(who: { email: string; password: string }, wanted: Record<string, number>): Promise<void> {
  const api = await apiClient(who);
  for (const [code, count] of Object.entries(wanted)) {
    const { notes } = (await api.get(`/courses/${code}/notes`)) as { notes: { items: { id: string }[] } };
    expect(notes.items.length).toBeGreaterThanOrEqual(count);
    for (const note of notes.items.slice(0, count)) await api.put(`/me/notes/${note.id}`, {});
  }
}

test("S2.route.14 S2.route.16 S2.route.22 S6.vis.2 members' pages send a visitor to sign in, and each shows its own screen after that", async ({
  page,
}) => {
  const screens = [
    ["/browse", "Browse & Discover"],
    ["/my-notes", "My Notes"],
    ["/setup-guides", "Setup Study Guides"],
    ["/profile", "Set Profile (optional)"],
  ] as const;
  const others = ["/account", "/placeholder", "/guide/CS246/chapter/x", "/study-guide/CS246/chapter/x/add-card"];
  others.push("/study-guide/CS246/chapter/x/edit-card/y", "/my-notes/highlights", "/note/x", "/study");
  others.push("/profile/security", "/admin", "/admin/trash");
  for (const path of [...screens.map(([path]) => path), ...others]) {
    await page.goto(path);
    await expect(page, path).toHaveURL("/signin");
  }
  const student = await signInNewStudent(page);
  for (const [path, heading] of screens) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
    await expect(page).toHaveURL(path);
  }
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${student.username}`);
  // A redirect would have happened by the time the whole page is shown.
  await expect(page.getByText("No playlists yet.")).toBeVisible();
  await expect(page).toHaveURL("/account");
});

test("S2.prof.1 S2.prof.3 S2.prof.4 S2.route.22 S4.form.1 the edit page has a title and prefilled fields, saves, and opens the dashboard", async ({
  page,
}) => {
  const student = await signInNewStudent(page, "/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set Profile (optional)");
  await expect(page).toHaveTitle(/^My Account\b/);
  await page.getByLabel("Full Name", { exact: true }).fill("Wilhelmina de la Vega");
  await page.getByLabel("Faculty").selectOption("Environment");
  await page.getByLabel("Year").fill("3A");
  const letGo = await holdRequests(page, "**/api/me/profile");
  await save(page);
  await expect(page.getByRole("button", { name: "Saving...", exact: true })).toBeDisabled();
  await expect(page.getByLabel("Full Name", { exact: true })).toBeDisabled();
  letGo();
  await expect(page.getByText("Profile updated successfully!", { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("Wilhelmina de la Vega");
  await expect(page.getByLabel("Username")).toHaveValue(student.username);
  const email = page.getByLabel("Email Address", { exact: true });
  await expect(email).toHaveValue(student.email);
  await expect(email).not.toBeEditable();
  const paint = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((input) => getComputedStyle(input).backgroundColor);
  expect(await paint("Email Address"), "it looks like what cannot be edited").not.toBe(await paint("Full Name"));
  await expect(page.getByLabel("Faculty")).toHaveValue("Environment");
  await expect(page.getByLabel("Year")).toHaveValue("3A");

  const dashboard = page.getByRole("main").getByRole("link", { name: "Dashboard", exact: true });
  await expect(dashboard).toHaveAttribute("href", "/dashboard");
  await dashboard.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
});

test("S2.browse.6 courses checked on the profile page are recommended until they are unchecked", async ({ page }) => {
  await signInNewStudent(page, "/profile");
  await expect(page.getByText("You aren't following any courses yet.", { exact: true })).toBeVisible();
  await page.getByLabel("Add courses").fill("cs 24");
  const found = page.getByRole("list", { name: "Found courses" });
  await found.getByRole("checkbox", { name: /^CS 246 / }).check();
  await found.getByRole("checkbox", { name: /^CS 245 / }).check();
  await page.getByRole("button", { name: "Remove CS 245", exact: true }).click();
  await expect(found.getByRole("checkbox", { name: /^CS 245 / })).not.toBeChecked();
  await page.goto("/browse");
  const recommended = page.getByRole("region", { name: "Recommended for You", exact: true });
  await expect(recommended.getByRole("article")).toHaveCount(1);
  await expect(recommended.getByRole("article")).toContainText("CS 246");
});

test("S5.pe.1 S9.c.3 no field is required, an empty username is not saved, and there are six faculties", async ({
  page,
}) => {
  const student = await createStudent();
  const authorization = `Bearer ${await accessTokenFor(student)}`;
  await signIn(page, student, "/profile");
  const faculty = page.getByLabel("Faculty");
  await expect(faculty.locator("option:not(:first-child)")).toHaveText(FACULTIES);
  await expect(faculty.locator("option").first()).toHaveAttribute("value", "");
  for (const label of ["Full Name", "Username", "Year"]) await page.getByLabel(label).fill("");
  await save(page);
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(student.username);
  await expect(page.getByLabel("Full Name")).toHaveValue("");

  const patch = (data: object) => page.request.patch("/api/me/profile", { data, headers: { authorization } });
  const refused = await patch({ faculty: "Magic" });
  expect(refused.status()).toBe(422);
  expect(await refused.json()).toMatchObject({ fields: [{ field: "faculty" }] });
  expect((await patch({ faculty: "Health" })).status()).toBe(200);
});

test("S5.cp.1 S5.cp.2 a complete profile has a name, a username, a faculty and a year in free text", async ({
  page,
}) => {
  const student = await createStudent();
  const authorization = `Bearer ${await accessTokenFor(student)}`;
  await signIn(page, student, "/student-info");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/me/profile")) sent.push(request.method());
  });
  const year = page.getByLabel("Year");
  await expect(year).toHaveAttribute("placeholder", "e.g. 1, 2, 3, 4");
  const whole = { name: "Wil", username: student.username, faculty: "Arts", year: "after the gap year" };
  const submit = async (form: typeof whole) => {
    await page.getByLabel("Name", { exact: true }).fill(form.name);
    await page.getByLabel("Username").fill(form.username);
    await page.getByLabel("Faculty").selectOption(form.faculty);
    await year.fill(form.year);
    await page.getByRole("button", { name: "Save & Continue" }).click();
  };
  const refusals = [
    ["faculty", page.getByLabel("Faculty"), ["Choose your faculty.", THREE]],
    ["year", year, ["Enter your year of study, such as 2.", THREE]],
    ["username", page.getByLabel("Username"), ["Enter a username.", THREE]],
    ["name", page.getByLabel("Name", { exact: true }), ["Name is required."]],
  ] as const;
  await expect(year).toHaveAttribute("maxlength", "20");
  for (const [field, input, texts] of refusals) {
    const form = { ...whole, [field]: "" };
    await submit(form);
    await expect(page.getByRole("alert"), field).toHaveText([...texts]);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    const answer = await page.request.put("/api/me/profile", { data: form, headers: { authorization } });
    expect([answer.status(), await answer.text()]).toEqual([422, expect.stringContaining(texts.at(-1) ?? "")]);
  }
  expect(sent).toEqual([]);
  await submit(whole);
  await expect(page).toHaveURL("/");
  const me = await page.request.get("/api/me", { headers: { authorization } });
  expect(await me.json()).toMatchObject({ name: "Wil", faculty: "Arts", year: "after the gap year" });
});

test("S8.cp.1 shows an error and keeps the typed text when the profile cannot be completed", async ({ page }) => {
  await signInNewStudent(page, "/student-info");
  await page.getByLabel("Faculty").selectOption("Health");
  await page.getByLabel("Year").fill("4");
  await page.route("**/api/me/profile", (route) => fulfillProblem(route, 500, "internal"));
  await page.getByRole("button", { name: "Save & Continue" }).click();
  await expect(page.getByText("Failed to save info. Please try again.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Year")).toHaveValue("4");
  await page.unroute("**/api/me/profile");
  await page.getByRole("button", { name: "Save & Continue" }).click();
  await expect(page.getByText("Saved! Redirecting...")).toBeVisible();
});

test("S8.pr.1 shows the reason when a profile cannot be loaded or saved", async ({ page }) => {
  await disableBatching(page);
  await page.route("**/api/me", (route) => fulfillProblem(route, 500, "internal"));
  await signInNewStudent(page, "/profile");
  await expect(page.getByText("Failed to load profile data", { exact: true })).toBeVisible();
  await page.unroute("**/api/me");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByLabel("Year").fill("2");
  await page.route("**/api/me/profile", (route) => fulfillProblem(route, 500, "internal", "The shelf is full."));
  await save(page);
  await expect(page.getByText("Failed to update profile: The shelf is full.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Year")).toHaveValue("2");
});

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S8.pr.2 S9.c.6 a saved profile shows a message for 3 s and updates every page at once", async ({ page }) => {
    await page.clock.install();
    const student = await signInNewStudent(page, "/profile");
    await page.getByLabel("Username").fill(`${student.username}-New`);
    await page.clock.pauseAt(Date.now() + 60_000);
    await save(page);
    const banner = page.getByText("Profile updated successfully!", { exact: true });
    await expect(banner).toBeVisible();
    await expect(page.getByText(`Hello ${student.username}-New!`, { exact: true })).toBeVisible();
    await page.clock.runFor(2_900);
    await expect(banner).toBeVisible();
    await page.clock.runFor(200);
    await expect(banner).toHaveCount(0);
  });
});

test("S2.pub.1 a public profile shows the username as typed and the number of distinct saved notes", async ({
  page,
}) => {
  const student = await createStudent("Public");
  await page.goto(`/u/${student.username.toLowerCase()}`);
  const header = page.getByRole("main").locator("header");
  await expect(header.getByRole("heading", { level: 1 })).toHaveText(`@${student.username}`);
  await expect(header.getByText("0 courses", { exact: true })).toBeVisible();
  await keepNotes(student, { CS246: 2, MATH137: 1 });
  await page.reload();
  await expect(header.getByText("3 courses", { exact: true })).toBeVisible();
});

test("S2.pub.2 top courses are shown as round images that link to the notes of the course", async ({ page }) => {
  const student = await createStudent();
  await keepNotes(student, { CS246: 2, MATH137: 1 });
  await signIn(page, student, "/account");
  const top = page.getByRole("region", { name: "Top Courses this Month", exact: true });
  await expect(top.getByRole("link")).toHaveCount(2);
  const links = await top.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.sort()).toEqual(["/guide/CS246/notes", "/guide/MATH137/notes"]);
  const picture = top.getByRole("link").first().locator("[aria-hidden=true]").first();
  expect(await picture.evaluate((each) => getComputedStyle(each).borderRadius)).toBe("50%");
  await expect(top.getByRole("link", { name: "CS 246" })).toContainText("2 saved");
  await top.getByRole("link", { name: "CS 246" }).click();
  await expect(page).toHaveURL("/guide/CS246/notes");
});

test("S2.pub.4 students can edit their own profile from both URLs, and another student's from neither", async ({
  page,
}) => {
  const other = await createStudent("other");
  const student = await signInNewStudent(page, "/account");
  const name = page.getByRole("heading", { level: 1 });
  const edit = page.getByRole("main").getByRole("link", { name: "Edit profile" });
  await expect(name).toHaveText(`@${student.username}`);
  await expect(edit).toBeVisible();
  await page.goto(`/u/${student.username}`);
  await expect(name).toHaveText(`@${student.username}`);
  await expect(edit).toHaveAttribute("href", "/profile");
  await page.goto(`/u/${other.username}`);
  await expect(name).toHaveText(`@${other.username}`);
  await expect(edit).toHaveCount(0);
  await expect(page.getByText(other.email)).toHaveCount(0);
});

test("S2.route.8 S6.vis.1 visitors can see a profile, and Back returns to the previous page", async ({ page }) => {
  const other = await createStudent("seen");
  await page.goto(`/u/${other.username}`);
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText(`@${other.username}`);
  await expect(page).toHaveURL(`/u/${other.username}`);

  await signInNewStudent(page, "/browse");
  await page.getByPlaceholder("Search for courses, profiles...").fill(other.username);
  await page.getByRole("tab", { name: "Profiles" }).click();
  await page.getByRole("option", { name: new RegExp(other.username) }).click();
  await expect(name).toHaveText(`@${other.username}`);
  const cameWith = (from: string) =>
    page.evaluate((origin) => history.replaceState({ ...history.state, usr: { from: origin } }, ""), from);
  const back = page.getByRole("button", { name: "Back" });
  await back.click();
  await expect(page).toHaveURL(`/browse?q=${other.username}`);

  // Back uses the stored state and not the history, in which the previous page is /browse in both cases.
  await page.goto(`/u/${other.username}`);
  await expect(name).toBeVisible();
  await cameWith("/my-notes");
  await page.reload();
  await back.click();
  await expect(page).toHaveURL("/my-notes");
  await page.goto("/browse");
  await page.goto(`/u/${other.username}`);
  await expect(name).toBeVisible();
  await cameWith("https://evil.test/");
  await page.reload();
  await back.click();
  await expect(page).toHaveURL("/browse");
});

test("S8.pub.1 a profile and its courses show different messages for 'not found' and 'could not load'", async ({
  page,
}) => {
  await page.goto("/u/nobody-has-this-name");
  await expect(page.getByText("User not found", { exact: true })).toBeVisible();

  const student = await createStudent();
  await disableBatching(page);
  await page.route("**/api/students/*", (route) => fulfillProblem(route, 500, "internal", "The shelf is full."));
  await page.goto(`/u/${student.username}`);
  await expect(page.getByText("User not found or could not load profile.", { exact: true })).toBeVisible();
  await expect(page.getByText("Error loading user profile: The shelf is full.", { exact: true })).toBeVisible();
  await page.unroute("**/api/students/*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${student.username}`);

  await page.route("**/api/students/*/courses", (route) =>
    fulfillProblem(route, 500, "internal", "The shelf is full."),
  );
  await page.reload();
  await expect(page.getByText("Error loading notes: The shelf is full.", { exact: true })).toBeVisible();
  await signIn(page, student, "/account");
  await expect(page.getByText("Error fetching saved notes: The shelf is full.", { exact: true })).toBeVisible();
  await page.unroute("**/api/students/*/courses");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Courses of the notes you save appear here.")).toBeVisible();
});
