// Writes the file of `file.mjs` to a path.

import { writeFile } from "./file.mjs";

const [path] = process.argv.slice(2);
writeFile(path, false);
