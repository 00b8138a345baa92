/** The members of a body that are present: a member that is `null` is, one that is `undefined` is not. */
export function present<Body extends object>(
  body: Body,
): { [Name in keyof Body]: Exclude<Body[Name], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never;
}
