import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders, signersOf } from '../../src/telling/webhooks/sending/signed-headers';
import { newSecret } from '../../src/telling/webhooks/new-secret';

const BODY = JSON.stringify({ id: 7, type: 'appointment.booked', sequence: 7, data: { notes: 'Grüße' } });

/** Runs a receiver of the documentation in a process of its own. */
export class ExampleReceiver {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly secret: string,
  ) {
    child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  static async start(command: string, ...args: string[]): Promise<ExampleReceiver> {
    const [port, secret] = [await freePort(), newSecret()];
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const receiver = new ExampleReceiver(child, port, secret);
    while ((await receiver.send().catch(() => 0)) === 0) await wait(50);
    return receiver;
  }

  /** The answers to a signed delivery, to one with two signatures, and to four that are not valid; and all that it printed. */
  async answers(): Promise<{ statuses: number[]; printed: string }> {
    const now = Date.now();
    const statuses = [
      await this.send(),
      await this.send({ secrets: [newSecret(), this.secret] }),
      await this.send({ secrets: [newSecret()] }),
      await this.send({ sent: BODY.replace('7', '8') }),
      await this.send({ at: now - 600_000 }),
      await this.send({ at: now + 600_000 }),
    ];
    while (this.output.split('\n').length < 4) await wait(20);
    return { statuses, printed: this.output };
  }

  async stop(): Promise<void> {
    this.child.kill();
    await once(this.child, 'exit');
  }

  private async send({ secrets = [this.secret], sent = BODY, at = Date.now() } = {}): Promise<number> {
    const headers = signedHeaders({ messageId: 'msg_1_7', at, signers: signersOf(secrets), body: BODY });
    const answer = await fetch(`http://127.0.0.1:${this.port}/`, { method: 'POST', headers, body: sent });
    return answer.status;
  }
}

/** What a receiver that verifies signatures answers and prints. The first delivery found out that it listens. */
export const VERIFIED = {
  statuses: [204, 204, 401, 401, 401, 401],
  printed: 'msg_1_7 appointment.booked\n'.repeat(3),
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
