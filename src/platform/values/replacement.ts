import { present } from './present';

/** Marks an optional member that keeps its stored value when a PUT leaves it out, and has no value in a POST. */
export const STAYS = Symbol('stays');

type OptionalName<Body> = {
  [Name in keyof Body]-?: object extends Pick<Body, Name> ? Name : never;
}[keyof Body];

/**
 * What each optional member of a body becomes when a PUT or POST leaves it out. To be used with `satisfies`: a new optional
 * member of the body then does not compile until its default, or `STAYS`, is listed.
 */
export type Defaults<Body extends object> = {
  readonly [Name in OptionalName<Body>]: Exclude<Body[Name], undefined> | typeof STAYS;
};

/** The members of a whole body: those that are present, and the defaults of those that are not. */
export function withDefaults<Body extends object>(
  body: Body,
  defaults: Defaults<NoInfer<Body>>,
): ReturnType<typeof present<Body>> {
  const values = Object.entries(defaults).filter(([, value]) => value !== STAYS);
  return { ...(Object.fromEntries(values) as object), ...present(body) };
}
