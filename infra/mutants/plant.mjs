// Plants faults in a copy of the web app, each behind a switch, using Stryker. Prints them as a JSON list.
//
// node plant.mjs REQUEST, where REQUEST is JSON with: `root` of the workspace; `tree`, the copy; `files`, relative to
// the root; `note`, a file for a sentence about their number; and a selection: `lines` by file, or `amount` and `seed`
// for a random choice, or `again`, a list of file, description and previous line.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { createInjector } from "typed-inject";

const { root, tree, files, lines, amount, seed, again, note } = JSON.parse(process.argv[2]);

/** Excludes class names, which only affect the appearance: a test could only repeat them. */
const classes = {
  shouldIgnore: ({ node }) =>
    (node.type === "JSXAttribute" && /^(class|className)$|ClassName$/.test(node.name.name)) ||
    (node.type === "CallExpression" && node.callee.name === "cn")
      ? "classes"
      : undefined,
};
/**
 * Excludes the creation of workers. The bundler searches the source for these expressions and does not find them behind
 * a switch.
 */
const bundled = {
  shouldIgnore: ({ node }) =>
    node.type === "NewExpression" && node.callee.name === "Worker" ? "the bundler's" : undefined,
};
const options = { plugins: null, excludedMutations: [], ignorers: [classes, bundled] };
const quiet = () => {};
const logger = { debug: quiet, info: quiet, isDebugEnabled: () => false, warn: quiet };

/** Instruments a file with all its faults, or with those in `places`. */
function instrument(places) {
  const instrumenter = createInjector().provideValue("logger", logger).injectFunction(createInstrumenter);
  const read = (name) => ({ name, content: sources.get(name), mutate: places[name] ?? true });
  return instrumenter.instrument(Object.keys(places).map(read), options);
}

const key = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([fileName, start.line, start.column, end.line, end.column, mutatorName, replacement]);

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function numbers(from) {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Yields the faults in random order. */
function* shuffled(mutants) {
  const random = numbers(seed);
  const left = [...mutants];
  while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0];
}

const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** Returns the character range of a fault in its file. */
function range({ fileName, location: { start, end } }) {
  const rows = sources.get(fileName).split("\n");
  const at = ({ line, column }) => rows.slice(0, line).reduce((sum, row) => sum + row.length + 1, column);
  return [at(start), at(end)];
}

const shown = (text) => text.replace(/\s+/g, " ").slice(0, 120);

/** Describes a fault without its location. */
function what({ fileName, location, replacement }) {
  return `replace ${shown(sources.get(fileName).slice(...range({ fileName, location })))} with ${shown(replacement)}`;
}

/** Returns a function that checks whether a file still has correct types with a fault. */
function typeChecker() {
  const web = join(root, "web");
  const ts = createRequire(join(web, "package.json"))("typescript");
  const loose = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };
  const config = ts.getParsedCommandLineOfConfigFile(join(web, "tsconfig.json"), loose, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, " "));
    },
  });
  const faulty = { path: "", text: "", version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: (path) => (path === faulty.path ? `${faulty.version}` : "0"),
    getScriptSnapshot: (path) => {
      const text = path === faulty.path ? faulty.text : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => web,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  });
  return (mutant) => {
    const path = join(root, mutant.fileName);
    const source = sources.get(mutant.fileName);
    const [from, to] = range(mutant);
    Object.assign(faulty, { path, text: source.slice(0, from) + mutant.replacement + source.slice(to) });
    faulty.version += 1;
    return service.getSyntacticDiagnostics(path).concat(service.getSemanticDiagnostics(path)).length === 0;
  };
}

const all = (await instrument(Object.fromEntries(files.map((file) => [file, undefined])))).mutants.filter(
  ({ status }) => status !== "Ignored",
);
const isWanted = ({ fileName, location }) => !lines || lines[fileName]?.includes(location.start.line + 1);
const fits = typeChecker();

/**
 * Finds a fault of the last run: the one with the same description that is nearest to its previous line. Returns an
 * empty list if its code no longer exists.
 */
function moved([file, does, line]) {
  const far = ({ location }) => Math.abs(location.start.line + 1 - line);
  const same = all.filter((mutant) => mutant.fileName === file && what(mutant) === does);
  return same.sort((a, b) => far(a) - far(b)).slice(0, 1);
}

const wanted = again ? again.flatMap(moved) : [];
let misfits = 0;
for (const mutant of again ? [] : shuffled(all.filter(isWanted))) {
  if (wanted.length === amount) break;
  if (fits(mutant)) wanted.push(mutant);
  else misfits += 1;
}
const places = {};
for (const mutant of wanted) {
  places[mutant.fileName] ??= [];
  places[mutant.fileName].push(mutant);
}
const planted = await instrument(
  Object.fromEntries(Object.entries(places).map(([file, those]) => [file, those.map(({ location }) => location)])),
);
for (const { name, content } of planted.files) writeFileSync(join(tree, name), content);

const keys = new Map(wanted.map((mutant, place) => [key(mutant), place]));
const place = ({ line, column }) => ({ line: line + 1, column: column + 1 });
const faults = planted.mutants
  .filter((mutant) => keys.has(key(mutant)))
  .sort((a, b) => keys.get(key(a)) - keys.get(key(b)))
  .map(({ id, fileName, location, mutatorName, replacement }) => {
    const span = { start: place(location.start), end: place(location.end) };
    const name = `${fileName}:${span.start.line}:${span.start.column}: ${what({ fileName, location, replacement })}`;
    return { number: Number(id), file: fileName, name, span, replacement, genre: mutatorName };
  });
const told = again
  ? `Of ${again.length} faults that survived, ${again.length - wanted.length} were in code that is gone.`
  : `${all.length} faults; of ${wanted.length + misfits} tried in turn, ${misfits} do not have the right types.`;
if (note) writeFileSync(note, told);
console.log(JSON.stringify(faults));
