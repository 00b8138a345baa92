export const READ_SECRET = {
  name: 'challenges.read-secret',
  isShort: true,
  text: 'select challenge_secret as secret from instance',
};

/** Keeps a secret unless there is one, also where two processes do so at the same time; returns the one that is kept. */
export const KEEP_SECRET = {
  name: 'challenges.keep-secret',
  text: 'update instance set challenge_secret = coalesce(challenge_secret, $1) returning challenge_secret as secret',
};

/** Waits for another transaction that is using the same solution. Returns no row when it is used. Values: signature, expiry. */
export const USE = {
  name: 'challenges.use',
  text: 'insert into used_solutions (signature, expires_at) values ($1, $2) on conflict do nothing returning signature',
};

export const SWEEP = {
  name: 'challenges.sweep',
  text: 'delete from used_solutions where expires_at <= $1',
};
