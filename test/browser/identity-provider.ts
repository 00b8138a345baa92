import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FILE = join(__dirname, '../support/oidc-provider.mjs');

/** An identity provider as a process of its own. */
export class IdentityProvider {
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const { child, said } = await startProgram(FILE);
    return new IdentityProvider(child, said);
  }

  /** Signs with a new key from then on. */
  async rotate(): Promise<void> {
    this.child.stdin?.write('\n');
    await saidBy(this.child);
  }

  stop(): void {
    this.child.kill();
  }
}

/** Types in who it is, at the provider that the page shows, and lets the program have it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="login"]').fill(email);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Starts a program, and waits until it says something. It ends with its standard input, which is this process's. */
export async function startProgram(
  file: string,
  ...args: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  return { child, said: await saidBy(child) };
}

async function saidBy({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the output of the program is not read');
  const [text] = (await once(stdout, 'data')) as [Buffer];
  return text.toString().trim();
}
