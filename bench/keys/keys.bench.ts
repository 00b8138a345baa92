/** Measures whether the time of a refusal reveals anything about a key. See ../README.md. */
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatKey,
  hashSecret,
  isSameHash,
  type KeyParts,
  mintKey,
  parseKey,
} from '../../src/people/api-keys/key';
import { startService } from '../load/service/service-process';
import { median } from '../load/report/statistics';
import { difference } from './difference';
import { statusOf } from './requests';
import { type Arm, arm, takeTurns } from './samples';

const CHECKS = { rounds: 10_000, warmUps: 1_000, each: 100 };
const REQUESTS = { rounds: 6_000, warmUps: 500 };

/** A valid key, and the wrong keys of an attacker. */
interface Keys {
  readonly known: KeyParts;
  readonly wrong: Readonly<Record<'first' | 'again' | 'last' | 'id', string>>;
}

function keysAround(known: KeyParts): Keys {
  const { keyId, secret } = known;
  const first = formatKey({ keyId, secret: other(secret[0]) + secret.slice(1) });
  const last = formatKey({ keyId, secret: secret.slice(0, -1) + other(secret.at(-1)) });
  return { known, wrong: { first, again: first, last, id: formatKey({ ...mintKey(), secret }) } };
}

function other(character = '0'): string {
  return character === '0' ? '1' : '0';
}

/** The arms of the comparison. The second repeats the first: their difference is noise. */
function armsOf(ask: (key: string) => unknown, { wrong }: Keys): Arm[] {
  return [
    arm('wrong secret, first character', () => ask(wrong.first)),
    arm('the same again', () => ask(wrong.again)),
    arm('wrong secret, last character', () => ask(wrong.last)),
    arm('unknown id', () => ask(wrong.id)),
  ];
}

/** The service's check of a key against the row that it found, or against none. */
function check(keys: Keys): (key: string) => void {
  const rows = new Map([[keys.known.keyId, hashSecret(keys.known.secret)]]);
  const none = Buffer.alloc(32);
  const isRight = (key: string): boolean => {
    const parts = parseKey(key);
    return parts !== undefined && isSameHash(hashSecret(parts.secret), rows.get(parts.keyId) ?? none);
  };
  deepStrictEqual(isRight(formatKey(keys.known)), true);
  return (key) => {
    for (let time = 0; time < CHECKS.each; time++) if (isRight(key)) throw new Error('let in');
  };
}

/** Compares hashes that differ in one byte. An attacker cannot choose the bytes; this is the comparison by itself. */
function hashArms(): Arm[] {
  const hash = hashSecret('secret');
  const off = (at: number) => Buffer.from(hash.map((byte, index) => (index === at ? byte ^ 1 : byte)));
  const [first, last] = [off(0), off(hash.length - 1)];
  // All arms use one buffer: its address affects the time more than its content.
  const compared = Buffer.alloc(hash.length);
  const compare = (wrong: Buffer) => () => {
    compared.set(wrong);
    for (let time = 0; time < CHECKS.each * 10; time++)
      if (isSameHash(compared, hash)) throw new Error('let in');
  };
  return [
    arm('hash, first byte', compare(first)),
    arm('the same again', compare(first)),
    arm('hash, last byte', compare(last)),
  ];
}

async function overHttp(): Promise<Arm[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduling-keys-'));
  const service = await startService(folder);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const ask = (key: string) => statusOf(`${service.origin}/api/v1/services`, key, agent);
    const key = await service.makeKey();
    deepStrictEqual(await ask(key), 200);
    const refused = async (wrong: string) => {
      const status = await ask(wrong);
      if (status !== 401) throw new Error(`answered with ${status}`);
    };
    const arms = armsOf(refused, keysAround(parseKey(key) ?? mintKey()));
    await takeTurns(arms, REQUESTS.rounds, REQUESTS.warmUps);
    return arms;
  } finally {
    agent.destroy();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Prints each arm against the first. */
function print(title: string, [first, ...others]: readonly Arm[], times: number): void {
  if (first === undefined) return;
  console.log(`\n${title}, ${first.times.length} samples each; µs`);
  console.log(`${first.name.padEnd(32)} median ${(median(first.times) / times).toFixed(3)}`);
  for (const { name, times: taken } of others) {
    const { ofMedians, from, to, p } = difference(taken, first.times);
    const [by, low, high] = [ofMedians, from, to].map((value) => (value / times).toFixed(3));
    const now = `median ${(median(taken) / times).toFixed(3)}`;
    console.log(`${name.padEnd(32)} ${now}, by ${by} (95 %: ${low} to ${high}), p = ${p.toFixed(3)}`);
  }
}

async function main(): Promise<void> {
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const hashes = hashArms();
  await takeTurns(hashes, CHECKS.rounds, CHECKS.warmUps);
  print('the comparison alone', hashes, CHECKS.each * 10);
  const keys = keysAround(mintKey());
  const checks = armsOf(check(keys), keys);
  await takeTurns(checks, CHECKS.rounds, CHECKS.warmUps);
  print('parse, hash and compare', checks, CHECKS.each);
  print('a request over HTTP, one after the other', await overHttp(), 1);
}

void main();
