const through = async (bytes: Uint8Array, by: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([bytes.slice()]).stream().pipeThrough(by)).arrayBuffer());

/** Makes bytes fewer, as DEFLATE without a header. */
export const deflate = (bytes: Uint8Array) => through(bytes, new CompressionStream("deflate-raw"));

/** The bytes that `deflate` was given; rejects for others. */
export const inflate = (bytes: Uint8Array) => through(bytes, new DecompressionStream("deflate-raw"));
