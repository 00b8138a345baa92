import type { OpenAPIObject } from '@nestjs/swagger';
import { builtDocument } from '../../support/openapi/built-document';
import { operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import type { Answer, ApiClient } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';
import { type Draft, Drafts, type Sender } from './drafts';
import { cut, toJsonText } from './parts';
import { headersOf, spoilt } from './spoil';
import { Verdict } from './verdict';
import { World } from './world';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A request that is ready to be sent. */
interface Rendered {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** A readable form of the request, and the answer to it. */
export interface Exchange {
  readonly sent: string;
  readonly answer: Answer;
}

/**
 * A service that gets requests of every kind. The client of the tests checks that each answer is documented and matches its
 * schema. This class checks that no answer is a 5xx, and that a refused request has changed nothing.
 */
export class FuzzedService {
  private known: string | undefined;

  private constructor(
    readonly service: TestService,
    readonly world: World,
    private readonly document: OpenAPIObject,
    private readonly verdict: Verdict,
    private readonly senders: Readonly<Record<Sender, ApiClient>>,
  ) {}

  static async start(): Promise<FuzzedService> {
    const service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    const document = builtDocument(service.app);
    const world = await World.open(service.databaseUrl, service.admin);
    const senders = { admin: service.admin, staff: await service.as('staff'), anonymous: service.anonymous };
    return new FuzzedService(service, world, document, new Verdict(document), senders);
  }

  async stop(): Promise<void> {
    await this.world.close();
    await this.service.stop();
  }

  find(method: string, path: string): PlacedOperation {
    const found = operationsOf(this.document).find((each) => each.method === method && each.path === path);
    if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
    return found;
  }

  draftsOf(placed: PlacedOperation): Drafts {
    return new Drafts(this.document, placed);
  }

  /** Sends a request and judges the answer. @throws Error when the service should not have answered so */
  async send(placed: PlacedOperation, draft: Draft): Promise<Exchange> {
    const rendered = this.render(placed, draft);
    const isWrite = !READING.has(rendered.method);
    const before = isWrite ? (this.known ??= await this.world.fingerprint()) : undefined;
    const answer = await this.exchange(rendered, draft.sender ?? 'admin');
    const sent = textOf(rendered);
    if (answer.status >= 500) throw new Error(`${sent}\nfailed: ${JSON.stringify(answer.body)}`);
    if (isWrite && answer.status >= 400 && (await this.world.fingerprint()) !== before)
      throw new Error(`${sent}\nwas refused with ${answer.status}, and yet something was written`);
    if (isWrite && answer.status < 400) await this.hasChanged();
    this.judge(placed, rendered, answer, sent);
    return { sent, answer };
  }

  /** Restores the rows before each operation, because earlier operations may have deleted them. */
  async replenish(): Promise<void> {
    await this.world.replenish();
    this.known = undefined;
  }

  private async hasChanged(): Promise<void> {
    this.known = undefined;
    await this.world.look();
  }

  /** Checks that the service refused each request that the document calls invalid. */
  private judge(
    placed: PlacedOperation,
    { path, body, headers }: Rendered,
    { status }: Answer,
    sent: string,
  ): void {
    if (status >= 400) return;
    const value = 'content-encoding' in headers ? undefined : readJson(body);
    const faults = this.verdict.faults(placed, path, value).map(({ at, why }) => `${at} ${why}`);
    if (faults.length === 0) return;
    throw new Error(`${sent}\nwas answered with ${status}; by the document, ${faults.join(', or ')}`);
  }

  private exchange({ method, path, headers, body }: Rendered, sender: Sender): Promise<Answer> {
    const raw = body === undefined ? {} : { raw: new Blob([new Uint8Array(body)]) };
    return this.senders[sender].send(method, path, { headers, ...raw });
  }

  private render({ method, path }: PlacedOperation, draft: Draft): Rendered {
    const partOf = (part: Draft['segments'][string]) =>
      typeof part === 'string' ? part : String(this.world.idOf(part));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      partOf(draft.segments[name] ?? ''),
    );
    const query = draft.query.map((each) =>
      typeof each === 'string' ? each : `${each[0]}=${partOf(each[1])}`,
    );
    const isWithBody = draft.body !== undefined;
    return {
      method,
      path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
      headers: {
        ...(isWithBody && { 'content-type': 'application/json' }),
        ...headersOf(draft.spoil),
        ...draft.headers,
      },
      body: isWithBody ? spoilt(toJsonText(draft.body, this.world.idOf), draft.spoil) : undefined,
    };
  }
}

function textOf({ method, path, headers, body }: Rendered): string {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${cut(value)}`);
  return [`${method} ${cut(path)}`, ...shown, body === undefined ? '' : cut(body.toString())].join('\n');
}

function readJson(body: Buffer | undefined): unknown {
  if (body === undefined || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
