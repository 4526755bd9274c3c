import { expect, type Page } from "@playwright/test";
import { fulfillProblem } from "../support/routes";
import { test } from "../support/test";
import { apiClient, createStudent, signIn, signInNewStudent, signOut } from "../support/users";

const INVALID = "Please select a valid image file";
const TOO_LARGE = "Image size must be less than 5MB";
const DONE = "Profile picture updated successfully!";

interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** An image with a red left half and a blue right half, drawn by the browser under test. */
async function picture(page: Page, mimeType = "image/png", width = 600, height = 300): Promise<FilePayload> {
  const base64 = await page.evaluate(
    ([type, w, h]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [w, h];
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = "#f00";
      context.fillRect(0, 0, w / 2, h);
      context.fillStyle = "#00f";
      context.fillRect(w / 2, 0, w / 2, h);
      return canvas.toDataURL(type).split(",")[1] ?? "";
    },
    [mimeType, width, height] as const,
  );
  return { name: `me.${mimeType.split("/")[1]}`, mimeType, buffer: Buffer.from(base64, "base64") };
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Change photo" });
const openDialog = (page: Page) => page.getByRole("button", { name: "Change photo" }).click();
const choose = (page: Page, file: FilePayload) => dialogOf(page).locator("input[type=file]").setInputFiles(file);
const savePhoto = (page: Page) => dialogOf(page).getByRole("button", { name: "Save photo" }).click();

/** Avatar in the Profile entry of the sidebar. */
const sidebarPhoto = (page: Page) => page.getByRole("navigation", { name: "Main" }).first().locator(".avatar img");

/** Returns the colours of the left and right edge of the displayed photo, as the server processed it. */
async function edges(page: Page): Promise<string> {
  return page.getByRole("button", { name: "Change photo" }).evaluate(async (button) => {
    const shown = button.querySelector("img");
    if (!shown) throw new Error("no photo");
    const bitmap = await createImageBitmap(await (await fetch(shown.src)).blob());
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(bitmap, 0, 0);
    const at = (x: number) => {
      const [red = 0, , blue = 0] = context.getImageData(x, bitmap.height / 2, 1, 1).data;
      return red > blue ? "red" : "blue";
    };
    return `${at(4)} ${at(bitmap.width - 5)} ${bitmap.width === bitmap.height}`;
  });
}

test("S1.j.8 S2.prof.2 S2.side.6 a student edits profile and photo, and the sidebar, public profile and search show the changes", async ({
  page,
}) => {
  const student = await signInNewStudent(page, "/profile", "shown");
  const renamed = `${student.username}-Now`;
  await page.getByLabel("Username").fill(renamed);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(`Hello ${renamed}!`, { exact: true })).toBeVisible();
  await expect(sidebarPhoto(page)).toHaveCount(0);

  await openDialog(page);
  await choose(page, await picture(page));
  await savePhoto(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Change photo" })).toBeFocused();
  const url = await sidebarPhoto(page).getAttribute("src");
  expect(url).toMatch(/^\/api\/photos\/[0-9A-Z]{26}$/);

  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${renamed}`);
  await expect(page.getByRole("main").locator(".profile-head img")).toHaveAttribute("src", url ?? "");

  const other = await createStudent("looker");
  await signOut(page);
  await signIn(page, other, "/browse");
  await page.getByPlaceholder("Search for courses, profiles...").fill(renamed.toLowerCase());
  await page.getByRole("tab", { name: "Profiles" }).click();
  const found = page.getByRole("option", { name: new RegExp(renamed) });
  await expect(found.locator("img")).toHaveAttribute("src", url ?? "");
  await found.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${renamed}`);
  const photo = page.getByRole("main").locator(".profile-head img");
  await expect(photo).toHaveAttribute("src", url ?? "");
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
});

test("S5.pe.2 S5.pe.3 S9.c.2 files that are not images or too large are rejected before upload", async ({ page }) => {
  await signInNewStudent(page, "/profile");
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/me/photo") && sent.push(request.method()));
  await openDialog(page);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const small = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  const refused = [
    [small("notes.pdf", "application/pdf", Buffer.from("%PDF-1.7")), INVALID],
    [small("me.svg", "image/svg+xml", svg), INVALID],
    [small("me.png", "image/png", Buffer.from("not a picture at all")), INVALID],
    [small("me.png", "image/png", svg), INVALID],
    [small("me.jpg", "image/jpeg", Buffer.alloc(5 * 1024 * 1024)), TOO_LARGE],
    [small("me.jpg", "image/jpeg", Buffer.alloc(5 * 1024 * 1024 - 1)), INVALID],
  ] as const;
  for (const [file, text] of refused) {
    await choose(page, file);
    await expect(dialogOf(page).getByRole("alert"), file.mimeType).toHaveText(text);
    await expect(dialogOf(page).getByRole("button", { name: "Save photo" })).toHaveCount(0);
  }
  expect(sent).toEqual([]);
  await choose(page, await picture(page, "image/webp"));
  await expect(dialogOf(page).getByRole("button", { name: "Save photo" })).toBeVisible();
  await expect(dialogOf(page).getByRole("alert")).toHaveCount(0);
});

test("S2.prof.2 the photo is cropped by keyboard, and any image format is sent as a JPEG", async ({ page }) => {
  await signInNewStudent(page, "/profile");
  await openDialog(page);
  await choose(page, await picture(page, "image/webp"));
  const cutting = dialogOf(page).getByRole("group", { name: /Part of the picture/ });
  await expect(cutting).toBeFocused();
  // Move the image to its left end, so that the square is completely red.
  for (let press = 0; press < 40; press += 1) await page.keyboard.press("ArrowRight");
  const zoom = dialogOf(page).getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  await page.keyboard.press("ArrowRight");
  await expect(zoom).toHaveAttribute("aria-valuetext", "110 percent");
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().includes("/incoming/"));
  const told = page.waitForResponse((answer) => answer.url().includes("/api/uploads/"));
  await savePhoto(page);
  expect((await sent).headers()["content-type"]).toBe("image/jpeg");
  expect(await (await told).json()).toMatchObject({ kind: "profilePhoto", fileName: "me.jpg" });
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect(await edges(page)).toBe("red red true");
});

test("S2.prof.2 the photo is cropped by dragging, and an image can be dropped", async ({ page }) => {
  await signInNewStudent(page, "/profile");
  await openDialog(page);
  const { buffer } = await picture(page);
  const files = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "dropped.png", { type: "image/png" }));
      return transfer;
    },
    [...buffer],
  );
  await dialogOf(page).locator(".drop-zone").dispatchEvent("drop", { dataTransfer: files });
  const area = await dialogOf(page)
    .getByRole("group", { name: /Part of the picture/ })
    .boundingBox();
  if (!area) throw new Error("no square");
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 400, y, { steps: 8 });
  await page.mouse.up();
  await savePhoto(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  expect(await edges(page)).toBe("blue blue true");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("S2.prof.2 the photo is cropped by touch", async ({ page, context }) => {
    await signInNewStudent(page, "/profile");
    await openDialog(page);
    await choose(page, await picture(page));
    const area = await dialogOf(page)
      .getByRole("group", { name: /Part of the picture/ })
      .boundingBox();
    if (!area) throw new Error("no square");
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
    const finger = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
    await touch("touchStart", x);
    for (const moved of [100, 200, 300, 400]) await touch("touchMove", x - moved);
    await touch("touchEnd");
    await savePhoto(page);
    await expect(page.getByText(DONE, { exact: true })).toBeVisible();
    expect(await edges(page)).toBe("blue blue true");
  });
});

test("S8.pr.1 S8.pr.2 a failed photo upload shows an error and keeps the chosen image", async ({ page }) => {
  await signInNewStudent(page, "/profile");
  await openDialog(page);
  await choose(page, await picture(page));
  await page.route("**/api/me/photo", (route) => fulfillProblem(route, 500, "internal", "The shelf is full."));
  await savePhoto(page);
  await expect(dialogOf(page).getByRole("alert")).toContainText(
    /^Failed to upload profile picture\. The shelf is full\./,
  );
  await page.unroute("**/api/me/photo");
  await dialogOf(page).getByRole("button", { name: "Retry" }).click();
  const banner = page.getByText(DONE, { exact: true });
  await expect(banner).toBeVisible();
  // The banner disappears after 3 s; the unit test of `change-photo.tsx` checks the exact time.
  await expect(banner).toHaveCount(0);
});

test("S2.prof.2 S2.pub.4 S6.stu.2 a student can change and remove the photo on their own profile, at both URLs, and on no other profile", async ({
  page,
}) => {
  const other = await createStudent("other");
  const student = await signInNewStudent(page, "/account");
  const change = page.getByRole("button", { name: "Change photo" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${student.username}`);
  await openDialog(page);
  await choose(page, await picture(page, "image/jpeg"));
  await savePhoto(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  await expect(sidebarPhoto(page)).toHaveCount(1);

  await page.goto(`/u/${student.username}`);
  await openDialog(page);
  await dialogOf(page).getByRole("button", { name: "Remove photo" }).click();
  await expect(page.getByText("Profile picture removed.", { exact: true })).toBeVisible();
  await expect(sidebarPhoto(page)).toHaveCount(0);
  await expect(change.locator("img")).toHaveCount(0);

  await page.goto(`/u/${other.username}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${other.username}`);
  await expect(change).toHaveCount(0);
});

test("playlists show the photo of their owner", async ({ page }) => {
  const student = await signInNewStudent(page, "/profile");
  await openDialog(page);
  await choose(page, await picture(page));
  await savePhoto(page);
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  const url = await sidebarPhoto(page).getAttribute("src");
  const api = await apiClient(student);
  const made = (await api.post("/me/playlists", { name: "With a face" })) as { playlist: { id: string } };
  await page.goto(`/playlist/${made.playlist.id}`);
  await expect(page.getByRole("link", { name: student.username }).locator("img")).toHaveAttribute("src", url ?? "");
});
