/** SQL of a range of time, moved by some seconds. */
export const shifted = (range: string, seconds: string) =>
  `tstzrange(lower(${range}) + make_interval(secs => ${seconds}), upper(${range}) + make_interval(secs => ${seconds}))`;
