// Runs in the browser: measures one module of the sentence encoder.

const TURNS = 15;
/** Text of 128 word pieces, with those at the start and the end. */
const LONG = "word ".repeat(126);

/** Returns the time of the fastest turn in milliseconds: the one that other programs disturbed least. */
function fastest(work) {
  const times = Array.from({ length: TURNS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

function cosine(one, other) {
  const product = (a, b) => a.reduce((sum, number, place) => sum + number * b[place], 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

export async function run({ get, bytes }) {
  const name = await get("module.json");
  const { question, texts, vectors } = await get("inputs.json");
  const [wasm, weights, packed] = await Promise.all(
    [`core/${name}_bg.wasm`, "minilm.bin", "vectors.bin"].map((file) => bytes(file)),
  );
  const address = `/core/${name}.js`;
  const { default: init, MeaningCore } = await import(address);
  const began = performance.now();
  const { memory } = await init({ module_or_path: wasm });
  const core = new MeaningCore(weights);
  const startMs = performance.now() - began;
  const worst = Math.min(...texts.map((text, place) => cosine(core.encode(text), vectors[place])));
  const questionMs = fastest(() => core.encode(question));
  const longMs = fastest(() => core.encode(LONG));
  core.hold("CS246", packed);
  const answerMs = fastest(() => core.nearest(question, ["CS246"], 10));
  return { startMs, questionMs, longMs, answerMs, memoryBytes: memory.buffer.byteLength, cosine: worst };
}
