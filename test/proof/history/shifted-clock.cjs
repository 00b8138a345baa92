/** `node --require`: a process whose wall clock is CLOCK_AHEAD_MS ahead. Its monotonic clock is right. */
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const real = Date;
const now = () => real.now() + ahead;
globalThis.Date = new Proxy(real, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, values, made) =>
    Reflect.construct(
      target,
      values.length === 0 ? [now()] : values,
      made === globalThis.Date ? target : made,
    ),
});
