// Runs before the first paint. It has no hash in its name, so the script of one release must work with the page of
// another.

// Applies the chosen theme without a flash. `src/lib/browser/theme.ts` writes the key.
try {
  const theme = localStorage.getItem("nn:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is unavailable: follow the system.
}

// Selects the frame and the page placeholder that are shown until the app has loaded (`src/app/boot/first-frame.tsx`).
{
  const { dataset } = document.documentElement;
  const path = location.pathname.replace(/(?<=.)\/+$/, "");
  let mayBeMember = true;
  try {
    // `src/session/session-hint.ts` writes the key.
    mayBeMember = localStorage.getItem("nn:session") !== null;
  } catch {
    // Storage is unavailable.
  }
  const isPublic =
    /^\/(download|u)\/|^\/(deep-dive|quick-recap|chill-review|cram-mode|exam-review|night-owl)$/.test(path) ||
    /^\/(privacy|terms|copyright(\/(notice|confirm))?|accessibility|contact)$/.test(path);
  if (/^\/(signin|register|forgot|student-info)$/.test(path)) dataset.frame = "account";
  else if (mayBeMember) dataset.frame = "member";
  else dataset.frame = isPublic ? "visitor" : "account";

  if (/^\/(dashboard|browse)?$/.test(path)) dataset.page = "guides";
  else if (/^\/(deep-dive|quick-recap|chill-review|audio-notes|playlist\/.*)$/.test(path)) dataset.page = "rows";
  else if (/^\/(guide\/.*\/notes|my-notes|cram-mode|exam-review|night-owl)$/.test(path)) dataset.page = "notes";
  else dataset.page = "other";
  // A list of course notes is announced before the course is known. Other pages wait for the session.
  if (/^\/guide\/.*\/notes$/.test(path)) dataset.waiting = "notes";
}

// If a startup script fails to load, the frame stays and shows an error. Later scripts are retried where they are
// needed.
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module" && !target.async) {
      document.documentElement.dataset.frameFailed = "";
    }
  },
  true,
);
