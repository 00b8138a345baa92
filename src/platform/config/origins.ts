/** Web pages, by their origin: those of a list, or `*`, all of them. */
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

/** As a browser writes it, who compares it letter by letter. */
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
