// Runs before the first paint, so that a chosen theme never flashes. `src/lib/theme.ts` writes the key.
try {
  const theme = localStorage.getItem("nn:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed: follow the system.
}
