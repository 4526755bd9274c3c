// Vitest configuration, copied beside that of the web app. It records which faults each test file reaches.
import app from "./vite.config.ts";

export default { ...app, test: { ...app.test, setupFiles: [...app.test.setupFiles, "./reached.mjs"] } };
