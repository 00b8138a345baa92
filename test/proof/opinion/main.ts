/** `npm run prove:opinion`: see ../README.md. */
import { findPlanted, optionsOf, prove, text, using } from '../frame/command';
import { PLANTED } from './planted';
import type { Proof } from './proof';

const SHORT_DAYS = 200;
/** Within so many days each planted fault is to be found. */
const PLANTED_DAYS = 1_000;

const { short = false, planted, seed, days = 10_000 } = optionsOf({ days: text });

/** Loads the service, with the planted fault if there is one. */
async function onProof<T>(work: (proof: Proof) => Promise<T>): Promise<T> {
  const { Proof } = await import('./proof.js');
  return using(await Proof.open(), work);
}

prove(async () => {
  if (planted !== undefined)
    return findPlanted(PLANTED, planted, () => onProof((proof) => proof.finds(PLANTED_DAYS)));
  if (seed !== undefined) return onProof((proof) => proof.ofSeed(Number(seed)));
  return onProof((proof) => proof.ofDays(short ? SHORT_DAYS : Number(days), short));
});
