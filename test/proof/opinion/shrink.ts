import type { Question, RandomBusiness, Write } from '../../support/random-business/random-business';
import { differs, judge } from './judge';

/** Stands where a write was, so that the others keep their numbers. */
const NOTHING: Write = { method: 'get', path: '/locations' };

/** A smaller business about which the two still differ: without the writes, and the members of writes, that make no difference. */
export async function shrink(business: RandomBusiness, question: Question): Promise<RandomBusiness> {
  let smallest: RandomBusiness = { ...business, questions: [question] };
  const attempt = async (change: (write: Write, index: number) => Write): Promise<void> => {
    const candidate = { ...smallest, writes: smallest.writes.map(change) };
    if (JSON.stringify(candidate) === JSON.stringify(smallest)) return;
    if (await stillDiffer(candidate)) smallest = candidate;
  };
  const kinds = new Set(business.writes.map(kindOf));
  for (const kind of kinds) await attempt((write) => (kindOf(write) === kind ? NOTHING : write));
  for (let size = business.writes.length >> 2; size >= 1; size >>= 1)
    for (let from = 0; from < business.writes.length; from += size)
      await attempt((write, index) => (index >= from && index < from + size ? NOTHING : write));
  for (const [index, { body = {} }] of smallest.writes.entries())
    for (const name of Object.keys(body))
      await attempt((write, at) => (at === index ? without(write, name) : write));
  return smallest;
}

/** A smaller business may be none that the two can be asked about. */
function stillDiffer(business: RandomBusiness): Promise<boolean> {
  return judge(business)
    .then(({ judgements }) => judgements.some(differs))
    .catch(() => false);
}

function kindOf({ method, path }: Write): string {
  return `${method} ${path.replace(/@\d+|\d{4}-.*/g, '')}`;
}

function without({ body = {}, ...write }: Write, name: string): Write {
  return { ...write, body: Object.fromEntries(Object.entries(body).filter(([member]) => member !== name)) };
}
