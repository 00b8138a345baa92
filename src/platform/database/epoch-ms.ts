/** The SQL of an instant as epoch ms. */
export function epochMs(instant: string): string {
  return `(extract(epoch from ${instant}) * 1000)::float8`;
}
