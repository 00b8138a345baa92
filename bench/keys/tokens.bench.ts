/** Measures the processor time that the service takes for a GET by id with a token, against one with a key. See ../README.md. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { processorMs } from '../load/service/process-facts';
import { startService } from '../load/service/service-process';
import { median } from '../load/report/statistics';
import { ratio } from './ratio';
import { statusOf } from './requests';

const [TURNS, REQUESTS] = [12, 500];
const AUDIENCE = 'bench';

/** The public face of an identity provider, and a token of it. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }];
  const server = createServer(({ url }, response) => {
    response.end(JSON.stringify(url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = await new SignJWT({ sub: 'bench', iss: issuer, aud: AUDIENCE, jti: 'bench' })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setExpirationTime('1h')
    .sign(privateKey);
  return { server, issuer, token };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduling-tokens-'));
  const { server, issuer, token } = await startIssuer();
  const service = await startService(folder, {
    ...{ OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE, OIDC_USER_CLAIM: 'sub', OIDC_CREATE_USERS: 'admin' },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const credentials = { key: await service.makeKey(), token };
    const created = await fetch(`${service.origin}/api/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com' }),
    });
    const { data } = (await created.json()) as { data: { id: number } };
    const times: Record<string, number[]> = { key: [], token: [] };
    for (let turn = -2; turn < TURNS; turn++) {
      const names = Object.entries(credentials);
      for (const [name, credential] of turn % 2 === 0 ? names : names.reverse()) {
        const before = processorMs(service.pid) ?? NaN;
        for (let sent = 0; sent < REQUESTS; sent++) {
          const status = await statusOf(`${service.origin}/api/v1/customers/${data.id}`, credential, agent);
          if (status !== 200) throw new Error(`a ${name} is answered with ${status}`);
        }
        const each = (((processorMs(service.pid) ?? NaN) - before) * 1_000) / REQUESTS;
        if (turn >= 0) times[name]?.push(each);
      }
    }
    const { key = [], token: ofToken = [] } = times;
    const { ofMedians, from, to } = ratio(ofToken, key);
    console.log(
      `GET by id, ${TURNS} turns of ${REQUESTS} requests; processor time of the service in µs each`,
    );
    console.log(`key ${median(key).toFixed(0)}, token ${median(ofToken).toFixed(0)}`);
    console.log(`ratio ${ofMedians.toFixed(3)} (95 %: ${from.toFixed(3)} to ${to.toFixed(3)})`);
  } finally {
    agent.destroy();
    await service.stop();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

void main();
