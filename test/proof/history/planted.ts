import { type Fault, NO_LOCK } from '../frame/planted';

const NUMBERING = 'telling/numbering/event-numbering';
const IN_ORDER = '.toSorted(byFirstEntry)';
const READ = 'async read(statement, named, tx) {';
const READ_CACHED = `${READ}
        const name = statement.name + JSON.stringify({ ...named, now: undefined });
        const known = (this.known ??= new Map()).get(name);
        if (tx !== undefined || known?.until > Date.now()) return known?.found ?? this.readNow(statement, named, tx);
        const found = this.readNow(statement, named, tx);
        this.known.set(name, { found, until: Date.now() + 1000 });
        return found;
    }
    async readNow(statement, named, tx) {`;
const SKIPPED = `${IN_ORDER}.filter((_, nth) => nth > 0 || progress.lastEvent % 20 !== 7)`;
const SWAPPED = `${IN_ORDER}.map((each, nth, all) => (nth < 2 ? (all[1 - nth] ?? each) : each))`;

/** Faults that the checker must find. */
export const PLANTED: Readonly<Record<string, Fault>> = {
  'no lock': { change: NO_LOCK },
  // Behind the lock of the provider no call ever meets the constraint, so its loss alone changes no answer.
  'constraint dropped, with no lock before it': {
    change: NO_LOCK,
    sql: 'alter table claims drop constraint claims_no_overlap',
  },
  'a known page served stale': { change: ['reads/known-reads', 'pg_current_snapshot()', `'known'`] },
  '`taken` cached for a second': { change: ['snapshot/snapshot.queries', READ, READ_CACHED] },
  'an event skipped': { change: [NUMBERING, IN_ORDER, SKIPPED] },
  'two numbers swapped': { change: [NUMBERING, IN_ORDER, SWAPPED] },
  'a replay decided anew': {
    change: ['idempotency/idempotency.service', 'if (first === undefined) {', 'if (first?.kind !== null) {'],
  },
  'a hold that ends a second late': {
    change: ['booking/appointment-status', '.expires_at > ${', `.expires_at + interval '1 second' > \${`],
  },
};
