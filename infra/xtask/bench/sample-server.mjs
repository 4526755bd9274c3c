// The local server with the sample content, and people who sign in at it.

import { spawn } from "node:child_process";

const PASSWORD = "study-hard-tonight";
export const STUDENT = { email: "amara@noteninja.test", password: PASSWORD };
export const ADMIN = { email: "admin@noteninja.test", password: PASSWORD };

/**
 * Starts `program` in the folder of the project, `root`, over what `data` keeps, and shows `web`; resolves once it answers and
 * has its content. Further `options` are the server's own.
 */
export async function startServer({ program, root, data, web, port, options = [] }) {
  const all = ["--dir", data, "--web", web, "--port", `${port}`, "--sample", "infra/sample", ...options];
  const running = spawn(program, all, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    running.stdout.on("data", (said) => /^ready /m.test(said) && resolve());
    running.on("exit", () => reject(new Error("The local server did not start.")));
  });
  return running;
}

/** Ends it as a failure of the machine would; resolves when it is gone. */
export async function stopServer(running) {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const gone = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGKILL");
  await gone;
}

/** Signs somebody in on a page of Playwright; it is then on the dashboard. */
export async function signIn(page, origin, { email, password }) {
  await page.goto(`${origin}/signin`);
  await page.getByLabel("Email").fill(email);
  await page.locator("input[type=password]").fill(password);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL(`${origin}/`);
}
