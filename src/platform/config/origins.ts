/** The origins of web pages: a list, or `*` for all. */
export type Origins = readonly string[] | '*';

/** Reads a comma-separated list of origins, or `*`. @throws Error that completes "VARIABLE …" */
export function parseOrigins(text: string): Origins {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  if (origins.length === 1 && origins[0] === '*') return '*';
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new Error(
    `must be origins such as https://app.example.com, without a path, between commas, or * alone; ${JSON.stringify(wrong)} is none`,
  );
}

/** Whether the text is an origin exactly as browsers send it: they compare letter by letter. */
export function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
