import assert from 'node:assert/strict';
import { dateText } from '../data/days';
import { ORDINARY } from '../data/plan';
import { ALL_SERVICES } from '../data/services';
import { type Answer, get, type Ground, type Operation, type Question } from './operation';

/** Deep pages have 20 entries, so that the small data have them, too. */
const DEEP_LENGTH = 20;
const LENGTH = 25;

/** One appointment, anywhere in the table. */
export function getAny({ dice, size }: Ground): Question {
  return { method: 'GET', path: `/api/v1/appointments/${dice.between(1, size)}` };
}

export const READS: readonly Operation[] = [
  {
    name: 'get',
    title: 'GET appointment by id',
    hasFloor: true,
    begin: (ground) => () => getAny(ground),
    inspect: ({ data }, { path }) => {
      assert.equal((data as { id: number }).id, Number(path.split('/').at(-1)));
    },
  },
  {
    name: 'services',
    title: 'Services list',
    hasFloor: true,
    begin:
      ({ dice }) =>
      () =>
        get('/services', { page: dice.between(1, 2), length: LENGTH }),
    inspect: (answer) => {
      isPage(answer, LENGTH);
      assert.equal(answer.total, ALL_SERVICES.length);
    },
  },
  {
    name: 'list-first',
    title: 'List, page 1',
    hasFloor: true,
    begin: () => () => get('/appointments', { page: 1, length: LENGTH }),
    inspect: (answer, _, { size }) => {
      isPage(answer, LENGTH);
      assert.ok((answer.total ?? 0) >= size);
    },
  },
  {
    name: 'list-any',
    title: 'List, seldom the same page',
    hasFloor: true,
    begin:
      ({ dice }) =>
      () =>
        get('/appointments', { page: dice.between(1, 40), length: dice.between(16, 35) }),
    inspect: (answer, { path }) => {
      isPage(answer, Number(new URL(path, 'http://service').searchParams.get('length')));
    },
  },
  {
    name: 'list-deep',
    title: 'List, about page 1,000',
    begin:
      ({ dice }) =>
      () =>
        get('/appointments', { page: dice.between(980, 1_000), length: DEEP_LENGTH }),
    inspect: (answer) => {
      isPage(answer, DEEP_LENGTH);
    },
  },
  {
    name: 'list-filtered',
    title: 'List of a provider’s week',
    begin:
      ({ dice, today }) =>
      () => {
        const from = today + dice.between(0, 14);
        const week = { from: dateText(from), to: dateText(from + 7) };
        return get('/appointments', { providerId: dice.pick(ORDINARY), ...week, length: 50 });
      },
    inspect: ({ data, total }, { path }) => {
      const provider = new URL(path, 'http://service').searchParams.get('providerId');
      const found = data as { providerId: number }[];
      assert.equal(found.length, total);
      assert.ok(found.every(({ providerId }) => String(providerId) === provider));
    },
  },
];

export const REPORTS: readonly Operation[] = [
  {
    name: 'counts',
    title: 'Counts of all',
    begin: () => () => get('/appointments/counts', {}),
    inspect: ({ total }, _, { size }) => {
      assert.ok((total ?? 0) >= size);
    },
  },
  {
    name: 'summary',
    title: 'Summary of all',
    begin: () => () => get('/appointments/summary', {}),
    inspect: ({ data }, _, { size }) => {
      assert.ok((data as { total: number }).total >= size);
    },
  },
];

function isPage({ data }: Answer, length: number): void {
  assert.ok(Array.isArray(data) && data.length === length, `a page of ${length}`);
}
