import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newSecret, signedHeaders, signersOf } from '../../src/telling/webhooks/sending/signing';

const BODY = JSON.stringify({ id: 7, type: 'appointment.booked', sequence: 7, data: { notes: 'Grüße' } });

/** The folder of the receivers. */
export const EXAMPLES = join(__dirname, '../../docs/examples');

/** Runs a receiver of the documentation in a process and a folder of its own, with the command in its first line. */
export class ExampleReceiver {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
    private readonly secret: string,
  ) {
    child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  /** @param checkout whose packages the receiver finds, in place of `npm install` */
  static async start(name: string, checkout?: string): Promise<ExampleReceiver> {
    const [port, secret] = [await freePort(), newSecret()];
    const folder = await mkdtemp(join(tmpdir(), 'receiver-'));
    await cp(join(EXAMPLES, name), join(folder, name));
    if (checkout !== undefined) await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    const child = spawn('sh', ['-c', `exec env ${await commandOf(name, secret)}`], {
      cwd: folder,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const receiver = new ExampleReceiver(child, folder, port, secret);
    while ((await receiver.send().catch(() => 0)) === 0) {
      if (child.exitCode !== null) throw new Error(`${name} has ended with exit code ${child.exitCode}`);
      await wait(50);
    }
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
    await rm(this.folder, { recursive: true });
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

/** The shell command that starts a receiver: the last one in its first line. */
async function commandOf(name: string, secret: string): Promise<string> {
  const [firstLine = ''] = (await readFile(join(EXAMPLES, name), 'utf8')).split('\n');
  const command = /WEBHOOK_SECRET=whsec_….*$/.exec(firstLine)?.[0];
  if (command === undefined) throw new Error(`the first line of ${name} has no command`);
  return command.replace('whsec_…', secret);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
