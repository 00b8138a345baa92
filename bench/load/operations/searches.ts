import assert from 'node:assert/strict';
import { COMMON_WORDS } from '../data/notes';
import { customer, provider } from '../data/people';
import { CUSTOMERS, ORDINARY } from '../data/plan';
import { SERVICES } from '../data/services';
import type { Random } from '../random';
import { type Answer, get, type Operation } from './operation';

/** The ways in which people search for a customer: most often by the whole name. */
const WAYS = { name: 0.4, surname: 0.3, email: 0.2, phone: 0.1 } as const;

export const SEARCHES: readonly Operation[] = [
  {
    name: 'search',
    title: 'Search: a person',
    begin:
      ({ dice }) =>
      () =>
        get('/appointments/search', { q: aCustomer(dice) }),
    inspect: isList,
  },
  {
    name: 'search-common',
    title: 'Search: a common word',
    begin:
      ({ dice }) =>
      () =>
        get('/appointments/search', { q: commonWord(dice) }),
    inspect: findsSomething,
  },
  {
    name: 'customers',
    title: 'Customers, q',
    hasFloor: true,
    begin:
      ({ dice }) =>
      () =>
        get('/customers', { q: aCustomer(dice) }),
    inspect: findsSomething,
  },
];

function aCustomer(dice: Random): string {
  const { firstName, lastName, email, phone } = customer(dice.between(1, CUSTOMERS));
  const words = {
    name: `${firstName} ${lastName}`,
    surname: lastName.toLowerCase(),
    email: email.slice(0, email.indexOf('@')),
    phone: phone.slice(-7),
  };
  return words[dice.weighted(WAYS)];
}

/** A word of many notes, the name of a service or the surname of a provider: thousands of appointments match. */
function commonWord(dice: Random): string {
  return dice.pick([
    dice.pick(COMMON_WORDS),
    dice.pick(SERVICES).name,
    provider(dice.pick(ORDINARY)).lastName,
  ]);
}

/** In the small data a customer may have no appointment. */
function isList({ data }: Answer): void {
  assert.ok(Array.isArray(data));
}

function findsSomething({ data, total }: Answer): void {
  assert.ok(Array.isArray(data) && data.length > 0 && (total ?? 0) > 0, 'something is found');
}
