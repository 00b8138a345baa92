import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = join(__dirname, '../../clients/typescript/README.md');

/** Expressions that take the place of what a reader has to fill in. */
interface Values {
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  /** Runs after the examples. */
  readonly end?: string;
}

/** What the examples print on an empty database. */
export const PRINTED = [
  'Mia Keller comes to Ana Silva',
  'Comes by bus',
  'free: 2026-11-20T09:45:00Z',
  'free: 2026-11-20T10:30:00Z',
  'free: 2026-11-20T11:15:00Z',
  expect.stringMatching(/e-mail/),
  'Mia Keller',
  'page 1 of 1: 1',
  'appointment.booked 1',
  'appointment.changed 1',
  expect.stringMatching(/^text\/calendar/),
];

/** The examples of the client's README as one program, in their order. */
export function exampleProgram({ baseUrl, key, secret, end = '' }: Values): string {
  const examples = [...readFileSync(README, 'utf8').matchAll(/^```ts\n([^]*?)^```/gm)].map(
    ([, code = '']) => code,
  );
  return [...examples, end]
    .join('\n')
    .replace("'http://localhost:3000'", () => baseUrl)
    .replace("'YOUR_KEY'", () => key)
    .replace("'whsec_SECRET'", () => secret);
}

/** The path of the package that the setup of the test run has packed. */
export function packedClient(): string {
  const folder = process.env['TEST_RUN_FOLDER'] ?? '';
  const name = readdirSync(folder).find((each) => each.endsWith('.tgz'));
  if (name === undefined) throw new Error('The setup has packed no client');
  return join(folder, name);
}
