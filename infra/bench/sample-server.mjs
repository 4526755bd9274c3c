// The local server with sample content, and sign-in on its pages.

import { spawn } from "node:child_process";

const PASSWORD = "study-hard-tonight";
export const STUDENT = { email: "amara@noteninja.test", password: PASSWORD };
export const ADMIN = { email: "admin@noteninja.test", password: PASSWORD };

/**
 * Starts `program` in the project folder `root` with the data folder `data`, the web app `web`, if any, and the content
 * of `sample`; `null` for none. Resolves once the server is ready and has its content. `options` are additional options
 * of the server.
 */
export async function startServer({ program, root, data, web, port, sample = "infra/sample", options = [] }) {
  const content = [...(web ? ["--web", web] : []), ...(sample ? ["--sample", sample] : [])];
  const all = ["--dir", data, "--port", `${port}`, ...content, ...options];
  const running = spawn(program, all, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    running.stdout.on("data", (said) => /^ready /m.test(said) && resolve());
    running.on("exit", () => reject(new Error("The local server did not start.")));
  });
  return running;
}

/** Kills the server. Resolves when the process has ended. */
export async function stopServer(running) {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const gone = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGKILL");
  await gone;
}

/** Signs in on a Playwright page, which then shows the dashboard. */
export async function signIn(page, origin, { email, password }) {
  await page.goto(`${origin}/signin`);
  await page.getByLabel("Email").fill(email);
  await page.locator("input[type=password]").fill(password);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL(`${origin}/`);
}
