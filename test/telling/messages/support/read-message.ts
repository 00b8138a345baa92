import { partOf, readMime } from './mime';

/** What a message says of an appointment: the start on the clock of the place, and the names. Undefined: it says nothing of it. */
export interface Said {
  readonly start?: string | undefined;
  readonly service?: string | undefined;
  readonly provider?: string | undefined;
  readonly place?: string | undefined;
}

export interface SaidAppointment extends Said {
  /** What the message says that it was before the change. */
  readonly before: Said;
  readonly isCancelled: boolean;
}

export interface ReadMessage {
  readonly subject: string;
  /** What the subject says of the first appointment. */
  readonly about: Said;
  readonly text: string;
  readonly appointments: readonly SaidAppointment[];
}

/** What an SMS says: of its first appointment, and how many more there are. */
export interface ReadText extends Said {
  readonly title: string;
  readonly before: Said;
  readonly more: number;
}

/** The names of what there is: none is a part of another. */
export interface Names {
  readonly services: readonly string[];
  readonly providers: readonly string[];
  readonly places: readonly string[];
}

const ROWS = { What: 'service', With: 'provider', Where: 'place' } as const;
const TIME = /\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d/;

/** Reads an e-mail in English as a person does: what its table says once holds for all its appointments. */
export function readMessage(source: string, names: Names): ReadMessage {
  const message = readMime(source);
  const text = partOf(message, 'text/plain').body.replaceAll('\r\n', '\n');
  const all: Said = {};
  const allBefore: Said = {};
  const times: { value: string; before: string }[] = [];
  let label = '';
  let last = '';
  for (const [, head = '', value = ''] of text.matchAll(/^([A-Z][a-z ]*: |  +)\s*(.+)$/gm)) {
    const own = head.trim().replace(':', '');
    label = own === '' ? last : own;
    const aspect = Object.entries(ROWS).find(([row]) => row === (label === 'Before' ? last : label))?.[1];
    if (aspect !== undefined)
      Object.assign(label === 'Before' ? allBefore : all, { [aspect]: nameless(value) });
    else if (label === 'When') times.push({ value, before: '' });
    else if (label === 'Before') times.push({ value: times.pop()?.value ?? '', before: value });
    if (label !== 'Before' && label !== 'Your time') last = label;
  }
  return {
    subject: message.headers['subject'] ?? '',
    about: saidIn(message.headers['subject'] ?? '', names),
    text,
    appointments: times.map(({ value, before }) => ({
      ...all,
      ...saidIn(value, names),
      before: { ...allBefore, ...saidIn(before, names) },
      isCancelled: value.startsWith('Cancelled'),
    })),
  };
}

/** Reads an SMS in English to a customer on the clock of the place. */
export function readText(text: string, names: Names): ReadText {
  const [, title = '', now = '', before = ''] =
    /^[^:]+: ([^:]+): ([^(]+)(?:\(Before: ([^)]+)\))?/.exec(text) ?? [];
  const more = Number(/ and (\d+) more\b/.exec(text)?.[1] ?? 0);
  return { title, ...saidIn(now, names), before: saidIn(before, names), more };
}

function nameless(value: string): string {
  return value === '–' ? '' : value;
}

function saidIn(text: string, names: Names): Said {
  const nameIn = (known: readonly string[]) => known.find((name) => text.includes(name));
  const time = TIME.exec(text)?.[0];
  const said = {
    start: time === undefined ? undefined : new Date(`${time} UTC`).toISOString().slice(0, 16),
    service: nameIn(names.services),
    provider: nameIn(names.providers),
    place: nameIn(names.places) ?? (text.includes('–') ? '' : undefined),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
