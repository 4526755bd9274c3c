// Copied beside the web app's own configuration: notes which faults each file of tests reaches.
import app from "./vite.config.ts";

export default { ...app, test: { ...app.test, setupFiles: [...app.test.setupFiles, "./reached.mjs"] } };
