// Runs before the first paint. It is not among the hashed files, so a page of one release must do with that of another.

// A chosen theme never flashes. `src/lib/browser/theme.ts` writes the key.
try {
  const theme = localStorage.getItem("nn:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed: follow the system.
}

// Which of the frames in the page is shown until the app is there (`src/app/boot/first-frame.tsx`), and which page in it.
{
  const { dataset } = document.documentElement;
  const path = location.pathname.replace(/(?<=.)\/+$/, "");
  let mayBeMember = true;
  try {
    // `src/session/session-hint.ts` writes the key.
    mayBeMember = localStorage.getItem("nn:session") !== null;
  } catch {
    // Storage is closed.
  }
  const isPublic = /^\/(download|u)\/|^\/(deep-dive|quick-recap|chill-review|cram-mode|exam-review|night-owl)$/.test(
    path,
  );
  if (/^\/(signin|register|forgot|student-info)$/.test(path)) dataset.frame = "account";
  else if (mayBeMember) dataset.frame = "member";
  else dataset.frame = isPublic ? "visitor" : "account";

  if (/^\/(dashboard|browse)?$/.test(path)) dataset.page = "guides";
  else if (/^\/(deep-dive|quick-recap|chill-review|audio-notes|playlist\/.*)$/.test(path)) dataset.page = "rows";
  else if (/^\/(guide\/.*\/notes|my-notes|cram-mode|exam-review|night-owl)$/.test(path)) dataset.page = "notes";
  else dataset.page = "other";
  // Notes of a course are announced before it is known which course that is; elsewhere the session is what is waited for.
  if (/^\/guide\/.*\/notes$/.test(path)) dataset.waiting = "notes";
}

// A script of the start that does not come: the frame stays, and says so. Scripts that are fetched later are tried again
// where they are needed.
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module" && !target.async) {
      document.documentElement.dataset.frameFailed = "";
    }
  },
  true,
);
