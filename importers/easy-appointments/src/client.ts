import { isUtf8 } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import { EasyAppointmentsError } from './errors';
import { isJsonObject, parsedJson } from './json';
import { textIn } from './row';

const DEADLINE_S = 60;
/** A page of 250 appointments has 100 KiB; one of notes as long as a column holds has 16 MiB. */
const MAX_BYTES = 20 * 1_048_576;
/** After a failure, before each further try. */
const WAITS_S = [0.5, 1, 2, 4, 8];
/** The longest wait that a server may ask for. */
const MOST_WAIT_S = 60;
const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);
/** The name of the host is not known. */
const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);

export interface EasyAccess {
  /** Where Easy!Appointments is, with or without `index.php/api/v1`. */
  readonly url: string;
  /** The value of its setting `api_token`. */
  readonly token: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined: it is no JSON. */
  readonly content: unknown;
}

/** Reads the REST API of a running Easy!Appointments. Follows no redirect: the token goes to the server that the operator names. */
export class EasyClient {
  private constructor(
    private readonly base: string,
    private readonly token: string,
  ) {}

  /** Finds the API, and tries the token. @throws EasyAppointmentsError */
  static async open({ url, token }: EasyAccess): Promise<EasyClient> {
    for (const base of basesOf(url)) {
      const client = new EasyClient(base, token);
      const answer = await client.send('settings/default_timezone');
      if (answer.status === 200 && isJsonObject(answer.content)) return client;
      if (answer.status !== 200 && answer.status !== 404) throw client.refusal(answer);
    }
    throw new EasyAppointmentsError(`${url} is no Easy!Appointments with a REST API`);
  }

  /** The value of a setting; undefined: there is none. @throws EasyAppointmentsError */
  async setting(name: string): Promise<string | undefined> {
    const answer = await this.get(`settings/${name}`);
    return isJsonObject(answer) ? textIn(answer, 'value') : undefined;
  }

  /** The rows at a place of a collection, in the order of their ids. @param page from 1 @throws EasyAppointmentsError */
  async rows(resource: string, page: number, length: number): Promise<readonly unknown[]> {
    const answer = await this.get(`${resource}?sort=id&page=${page}&length=${length}`);
    if (Array.isArray(answer)) return answer as readonly unknown[];
    throw new EasyAppointmentsError(`${this.base}/${resource} answers with no list`);
  }

  /** Tries again what may pass. */
  private async get(path: string): Promise<unknown> {
    for (let tried = 0; ; tried++) {
      const waitS = WAITS_S[tried];
      const answer = await this.answerOr(path, waitS !== undefined);
      if (answer?.status === 200) return this.contentOf(path, answer);
      if (waitS === undefined || (answer !== undefined && !TRY_AGAIN.has(answer.status)))
        throw this.refusal(answer);
      await wait((askedWaitS(answer) ?? waitS) * 1_000);
    }
  }

  /** Undefined: there was no answer, which may pass. */
  private async answerOr(path: string, mayPass: boolean): Promise<Answer | undefined> {
    try {
      return await this.send(path);
    } catch (error) {
      if (mayPass && error instanceof Unreachable) return undefined;
      throw error;
    }
  }

  private async send(path: string): Promise<Answer> {
    const url = `${this.base}/${path}`;
    try {
      const response = await fetch(url, {
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          authorization: `Bearer ${this.token}`,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(DEADLINE_S * 1_000),
      });
      const { status, headers } = response;
      return { status, headers, content: parsedJson(await textOf(response)) };
    } catch (error) {
      throw failureOf(url, error);
    }
  }

  private contentOf(path: string, { content }: Answer): unknown {
    if (content === undefined) throw new EasyAppointmentsError(`${this.base}/${path} answers with no JSON`);
    return content;
  }

  private refusal(answer: Answer | undefined): EasyAppointmentsError {
    return new EasyAppointmentsError(
      `${this.base} ${answer === undefined ? 'does not answer' : faultOf(answer)}`,
    );
  }
}

/** There was no answer. */
class Unreachable extends EasyAppointmentsError {}

/** The answer has too many bytes. */
class TooLong extends Error {}

/**
 * Where the API may be: behind `index.php`, which works on every web server, else without it, where the web server rewrites addresses.
 * @param url of the start page, of `index.php` or of the API
 */
function basesOf(url: string): readonly string[] {
  const { origin, pathname } = new URL(url);
  const path = pathname
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/index\.php$/, '');
  return [`${origin}${path}/index.php/api/v1`, `${origin}${path}/api/v1`];
}

/** Whether what is sent there can be read on the way. */
export function isOpenToRead(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname);
}

/** The text of an answer; empty where it is not in UTF-8. @throws TooLong */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new TooLong(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return isUtf8(bytes) ? bytes.toString() : '';
}

/** Gives the code of an error only, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`: messages contain addresses. */
function failureOf(url: string, error: unknown): EasyAppointmentsError {
  if (error instanceof TooLong) return new EasyAppointmentsError(`${url}: ${error.message}`);
  const { name, cause = error } = error as Error;
  if (name === 'TimeoutError') return new Unreachable(`${url}: no answer in ${DEADLINE_S} s`);
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
  if (NO_HOST.has(code)) return new EasyAppointmentsError(`${url}: the name of the host cannot be resolved`);
  return new Unreachable(`${url}: the connection failed: ${code}`);
}

function faultOf({ status, headers, content }: Answer): string {
  if (status === 401 || status === 403) return 'does not accept the token';
  const location = headers.get('location');
  if (location !== null) return `redirects to ${location}: give that address with --url`;
  // What an exception of Easy!Appointments says: `{"success": false, "message": …}`.
  const message = isJsonObject(content) ? textIn(content, 'message') : undefined;
  return `answers with the status ${status}${message === undefined ? '' : `: ${message.slice(0, 200)}`}`;
}

function askedWaitS(answer: Answer | undefined): number | undefined {
  const seconds = /^\d{1,6}$/.exec(answer?.headers.get('retry-after') ?? '')?.[0];
  return seconds === undefined ? undefined : Math.min(Number(seconds), MOST_WAIT_S);
}
