/** The secret part of a link. */
export function tokenIn(manageUrl: unknown): string {
  const token = String(manageUrl).split('/').at(-1) ?? '';
  if (!/^[\w-]{28}$/.test(token)) throw new Error(`${String(manageUrl)} is no link`);
  return token;
}
