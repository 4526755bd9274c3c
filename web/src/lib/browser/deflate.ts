const through = async (bytes: Uint8Array, by: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([bytes.slice()]).stream().pipeThrough(by)).arrayBuffer());

/** Compresses bytes as raw DEFLATE. */
export const deflate = (bytes: Uint8Array) => through(bytes, new CompressionStream("deflate-raw"));

/** Decompresses raw DEFLATE. Rejects for invalid data. */
export const inflate = (bytes: Uint8Array) => through(bytes, new DecompressionStream("deflate-raw"));
