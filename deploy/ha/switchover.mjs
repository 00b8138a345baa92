#!/usr/bin/env node
/**
 * Makes the synchronous replica the primary, with about two seconds without service: `switchover.mjs <settings>`, with the settings of
 * machines.env. Runs on one of the machines, or where the ports 8008 and 2379 of all three are reached.
 *
 * `patronictl switchover` does the same and takes longer: each Patroni looks around once a second, and a replica that looks while there is
 * no primary pauses for two seconds. This wakes each Patroni as soon as there is something for it to do.
 */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const INTERVAL_MS = 20;
const PATIENCE_MS = 2_000;
/** Patroni answers the request for a switchover once it is over. */
const SWITCHOVER_MS = 60_000;
/** Half of the second between two rounds of Patroni. */
const PUT_OFF_MS = 500;

const [file] = process.argv.slice(2);
if (file === undefined) fail('usage: switchover.mjs <settings>', 2);
const settings = Object.fromEntries(
  [...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);
const machines = ['one', 'two', 'three'].map((name) => ({ name, address: settings[name.toUpperCase()] }));
const authorization = `Basic ${Buffer.from(`patroni:${settings.PATRONI_PASSWORD}`).toString('base64')}`;

process.exitCode = await switchOver();

async function switchOver() {
  const [primary, candidate, other] = await Promise.all(
    ['/primary', '/synchronous', '/asynchronous'].map(that),
  );
  if (primary === undefined) fail('there is no primary');
  if (candidate === undefined) fail('no replica is synchronous');
  // COMMIT waits for it as soon as the candidate is the primary.
  if (other === undefined) fail('the third machine has no replica that runs');

  let isOver = false;
  const answer = send(
    primary,
    'POST',
    '/switchover',
    { leader: primary.name, candidate: candidate.name },
    SWITCHOVER_MS,
  );
  const over = answer.finally(() => (isOver = true));
  let wokenAt = -Infinity;
  while (!isOver && (await lockHolder(candidate)) === primary.name) {
    // The next round of the other replica is a second after this one, so it does not see that there is no primary.
    if (performance.now() - wokenAt > PUT_OFF_MS) {
      wokenAt = performance.now();
      await wake(other);
    }
    await wait(INTERVAL_MS);
  }
  while (!isOver && (await lockHolder(candidate)) !== candidate.name) await wake(candidate);
  while (!isOver && !(await hasReplica(candidate))) await wake(other);
  const { ok, body } = await over;
  console.log(body);
  return ok ? 0 : 1;
}

/** The machine whose Patroni answers 200 at a path. */
async function that(path) {
  const answers = await Promise.all(machines.map((machine) => is(machine, path)));
  return machines[answers.indexOf(true)];
}

async function is(machine, path) {
  return (await send(machine, 'GET', path)).ok;
}

/** The name of the machine that holds the lock of the primary. */
async function lockHolder({ address }) {
  const { ok, body } = await request(`http://${address}:2379/v2/keys/service/scheduling/leader`);
  return ok ? JSON.parse(body).node.value : undefined;
}

async function hasReplica(machine) {
  const { ok, body } = await send(machine, 'GET', '/patroni');
  return ok && (JSON.parse(body).replication ?? []).some(({ state }) => state === 'streaming');
}

/** A change of the settings makes Patroni look around. This one removes a setting that does not exist. */
async function wake(machine) {
  await send(machine, 'PATCH', '/config', { none: null });
  await wait(INTERVAL_MS);
}

/** Asks Patroni. */
function send({ address }, method, path, content, patienceMs = PATIENCE_MS) {
  return request(
    `http://${address}:8008${path}`,
    { method, headers: { authorization }, ...(content && { body: JSON.stringify(content) }) },
    patienceMs,
  );
}

/** @returns the answer; not ok when there is none */
async function request(url, init = {}, patienceMs = PATIENCE_MS) {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    return { ok: answer.ok, body: await answer.text() };
  } catch (error) {
    return { ok: false, body: String(error) };
  }
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
