// Formats measurements of several runs for tables.

/** Returns the median; of an even number of values the greater middle one. */
export const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

export const medianOf = (starts, key) => median(starts.map((start) => start[key]));

export const whole = (number) => Math.round(number).toLocaleString("en");

export const row = (cells) => `| ${cells.join(" | ")} |`;
