import { isIP } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent, Dispatcher } from 'undici';
import { Config } from '../config/config';
import { serviceVersion } from '../version';
import { HostLookup } from './host-lookup';
import { OutgoingError } from './outgoing-error';
import { assertPort, hostOf, parseOutgoingUrl } from './outgoing-url';
import { checkedLookup, publicAddressesOf } from './public-lookup';
import { readBody } from './read-body';
import { StatusHandler } from './status-handler';
import { withDeadline } from './with-deadline';

export interface OutgoingPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** From the lookup of the name to the status of the answer. */
  readonly deadlineMs: number;
}

export interface OutgoingGet {
  readonly headers?: Readonly<Record<string, string>>;
  /** From the lookup of the name to the last byte of the answer, redirects included. */
  readonly deadlineMs: number;
  /** The longest answer, in bytes. */
  readonly maxBytes: number;
  /** How many redirects are followed; by default none, and the answer is the redirect. */
  readonly maxRedirects?: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const CONNECT = { timeout: 10_000, autoSelectFamilyAttemptTimeout: 1_000 };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** How many parsed URLs are kept: those of all webhooks and calendars. */
const MOST_TARGETS = 1_000;

/** What undici takes instead of a URL. */
interface Target {
  readonly origin: string;
  readonly path: string;
}

/**
 * Sends requests to URLs that callers have chosen. It connects to public addresses only, unless WEBHOOK_ALLOW_PRIVATE is on, and to no
 * ports of other services (WEBHOOK_ALLOW_PORTS), and limits time, length and redirects. It uses no proxy and sends no cookie.
 */
@Injectable()
export class OutgoingHttp implements OnApplicationShutdown {
  private readonly allowPrivate: boolean;
  private readonly allowPorts: Config['webhookAllowPorts'];
  private agent: Promise<Agent> | undefined;
  /** By URL: a webhook has one for all its deliveries. */
  private readonly targets = new Map<string, Target>();
  private readonly headers = {
    'user-agent': `scheduling-service/${serviceVersion()}`,
    // A short answer could become a very long one: `readBody` bounds what servers pack all the same.
    'accept-encoding': 'identity',
  };

  constructor(
    @Inject(Config) config: Pick<Config, 'webhookAllowPrivate' | 'webhookAllowPorts'>,
    private readonly hosts: HostLookup,
  ) {
    this.allowPrivate = config.webhookAllowPrivate === 'on';
    this.allowPorts = config.webhookAllowPorts;
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.agent)?.destroy();
  }

  /**
   * Checks a URL before it is stored. Unless WEBHOOK_ALLOW_PRIVATE is on, its name must resolve, to public addresses only. Each request
   * checks the addresses again. @throws OutgoingError with the fault `url`, `private_address` or `unknown_host`
   */
  async check(url: string): Promise<void> {
    const host = hostOf(this.parse(url));
    if (!this.allowPrivate && isIP(host) === 0) await publicAddressesOf(host, this.hosts, false);
  }

  /** Sends a POST and gives the status. Follows no redirect, and does not wait for the body. @throws OutgoingError without an answer */
  async post(url: string, { headers, body, deadlineMs }: OutgoingPost): Promise<number> {
    const { origin, path } = this.targetOf(url);
    const agent = await this.opened();
    const handler = new StatusHandler(deadlineMs);
    // Spreading two objects with such names would take ten times as long.
    const all = Object.assign({}, this.headers, headers);
    agent.dispatch({ origin, path, method: 'POST', headers: all, body }, handler);
    return handler.status;
  }

  /** Sends a GET and reads the answer. @throws OutgoingError without one, and for one that is too long or not compressed by gzip alone */
  get(
    url: string,
    { headers = {}, deadlineMs, maxBytes, maxRedirects = 0 }: OutgoingGet,
  ): Promise<OutgoingAnswer> {
    return withDeadline(deadlineMs, async (signal) => {
      const answer = await this.follow(url, { method: 'GET', headers, signal }, maxRedirects);
      const body = await readBody(answer, maxBytes);
      return { status: answer.statusCode, headers: answer.headers, body };
    });
  }

  /** Each redirect is checked as the first URL is. */
  private async follow(
    url: string,
    request: Request,
    maxRedirects: number,
  ): Promise<Dispatcher.ResponseData> {
    for (let target = url, redirects = 0; ; redirects++) {
      const answer = await this.send(target, request);
      const { location } = answer.headers;
      if (maxRedirects === 0 || !REDIRECTS.has(answer.statusCode) || typeof location !== 'string')
        return answer;
      answer.body.on('error', () => undefined).destroy();
      if (redirects === maxRedirects)
        throw new OutgoingError('redirects', `more than ${maxRedirects} redirects`);
      if (!URL.canParse(location, target)) throw new OutgoingError('url', 'the redirect has no valid URL');
      target = new URL(location, target).href;
    }
  }

  private async send(url: string, { headers, ...request }: Request): Promise<Dispatcher.ResponseData> {
    const target = this.targetOf(url);
    const agent = await this.opened();
    return agent.request({
      ...request,
      ...target,
      headers: { ...this.headers, ...headers },
    });
  }

  /** The first request loads undici: most services send none, and need not keep its 110 modules in memory. */
  private opened(): Promise<Agent> {
    return (this.agent ??= import('undici').then(
      ({ Agent: Opened }) =>
        new Opened({
          connect: { ...CONNECT, lookup: checkedLookup(this.hosts, this.allowPrivate) },
          keepAliveTimeout: 4_000,
          keepAliveMaxTimeout: 10_000,
        }),
    ));
  }

  /** @throws OutgoingError */
  private parse(text: string): URL {
    const url = parseOutgoingUrl(text, this.allowPrivate);
    assertPort(url, this.allowPorts);
    return url;
  }

  private targetOf(text: string): Target {
    const known = this.targets.get(text);
    if (known !== undefined) return known;
    const { origin, pathname, search } = this.parse(text);
    const target = { origin, path: pathname + search };
    if (this.targets.size === MOST_TARGETS) this.targets.clear();
    this.targets.set(text, target);
    return target;
  }
}

interface Request {
  readonly method: 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}
