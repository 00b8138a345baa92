import type { Weight } from '../../platform/http/limits/weight';
import type { JsonObject } from '../../platform/values/json-object';
import { MAX_OCCURRENCES } from './recurrence/recurrence-rule';

/** What any provider counts as where the body names none. */
const ANYONE = 40;
/** So many decisions take about as long as one request. */
const DECISIONS = 200;

/** By how often an occurrence may be tried with a provider. */
export const SERIES_WEIGHT: Weight = {
  least: 5,
  most: 40,
  rule: `one for each ${DECISIONS} occurrences times providers; \`anyProvider\` without \`providerIds\` counts as ${ANYONE} providers`,
  of: (body) => (occurrencesIn(body) * providersIn(body)) / DECISIONS,
  isOfBody: true,
};

/** A rule without a COUNT may yield as many as a series may have. */
function occurrencesIn({ rrule }: JsonObject): number {
  const count = typeof rrule === 'string' ? /COUNT=(\d{1,9})/i.exec(rrule)?.[1] : undefined;
  return Math.min(MAX_OCCURRENCES, Number(count ?? MAX_OCCURRENCES));
}

function providersIn({ anyProvider, providerIds }: JsonObject): number {
  if (anyProvider !== true) return 1;
  return Array.isArray(providerIds) ? providerIds.length : ANYONE;
}
