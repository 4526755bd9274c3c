// Numbers of several starts, as tables show them.

/** The one in the middle; of an even number the greater of both. */
export const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

export const medianOf = (starts, key) => median(starts.map((start) => start[key]));

export const whole = (number) => Math.round(number).toLocaleString("en");

export const row = (cells) => `| ${cells.join(" | ")} |`;
