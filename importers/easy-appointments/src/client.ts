import { setTimeout as wait } from 'node:timers/promises';
import { OutgoingError } from '../../../src/platform/outgoing/outgoing-error';
import type { OutgoingAnswer, OutgoingHttp } from '../../../src/platform/outgoing/outgoing-http';
import { MINUTE_MS, SECOND_MS } from '../../../src/platform/time/units';
import { isJsonObject } from '../../../src/platform/values/json-object';
import { utf8In } from '../../../src/platform/values/utf8';
import { ImportRefusedError } from '../../../src/operating/imports/imports.errors';
import { basesOf } from './address';
import { textIn } from './row';

/** A page of 250 appointments has 100 KiB; one of notes as long as a column holds has 16 MiB. */
const REQUEST = { deadlineMs: MINUTE_MS, maxBytes: 20 * 1_048_576 };
/** After a failure, before each further try. */
const WAITS_MS = [0.5, 1, 2, 4, 8].map((seconds) => seconds * SECOND_MS);
/** The longest wait that a server may ask for. */
const MOST_WAIT_S = 60;
const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Of connections, which a server that restarts refuses for a while. */
const PASSING = new Set(['timeout', 'connection']);

export interface EasyAccess {
  /** Where Easy!Appointments is, with or without `index.php/api/v1`. */
  readonly url: string;
  /** The value of its setting `api_token`. */
  readonly token: string;
}

/** Reads the REST API of a running Easy!Appointments. Follows no redirect: the token goes to the server that the operator names. */
export class EasyClient {
  private constructor(
    private readonly http: OutgoingHttp,
    private readonly base: string,
    private readonly token: string,
  ) {}

  /** Finds the API, and tries the token. @throws ImportRefusedError */
  static async open(http: OutgoingHttp, { url, token }: EasyAccess): Promise<EasyClient> {
    for (const base of basesOf(url)) {
      const client = new EasyClient(http, base, token);
      const answer = await client.send('settings/default_timezone');
      if (answer.status === 200 && isJsonObject(jsonIn(answer))) return client;
      if (answer.status !== 200 && answer.status !== 404) throw client.refusal(answer);
    }
    throw new ImportRefusedError(`${url} is no Easy!Appointments with a REST API`);
  }

  /** The value of a setting; undefined: there is none. @throws ImportRefusedError */
  async setting(name: string): Promise<string | undefined> {
    const answer = await this.get(`settings/${name}`);
    return isJsonObject(answer) ? textIn(answer, 'value') : undefined;
  }

  /** The rows at a place of a collection, in the order of their ids. @param page from 1 @throws ImportRefusedError */
  async rows(resource: string, page: number, length: number): Promise<readonly unknown[]> {
    const answer = await this.get(`${resource}?sort=id&page=${page}&length=${length}`);
    if (Array.isArray(answer)) return answer as readonly unknown[];
    throw new ImportRefusedError(`${this.base}/${resource} answers with no list`);
  }

  /** Tries again what may pass. */
  private async get(path: string): Promise<unknown> {
    for (let tried = 0; ; tried++) {
      const waitMs = WAITS_MS[tried];
      const answer = await this.answerOr(path, waitMs !== undefined);
      if (answer?.status === 200) return this.contentOf(path, answer);
      if (waitMs === undefined || (answer !== undefined && !TRY_AGAIN.has(answer.status)))
        throw this.refusal(answer);
      await wait(askedWaitMs(answer) ?? waitMs);
    }
  }

  /** Undefined: there was no answer, which may pass. */
  private async answerOr(path: string, mayPass: boolean): Promise<OutgoingAnswer | undefined> {
    try {
      return await this.send(path);
    } catch (error) {
      if (mayPass && error instanceof Unreachable) return undefined;
      throw error;
    }
  }

  private async send(path: string): Promise<OutgoingAnswer> {
    const url = `${this.base}/${path}`;
    const headers = { accept: 'application/json', authorization: `Bearer ${this.token}` };
    try {
      return await this.http.get(url, { ...REQUEST, headers });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      const Refusal = PASSING.has(error.fault) ? Unreachable : ImportRefusedError;
      throw new Refusal(`${url}: ${error.message}`);
    }
  }

  private contentOf(path: string, answer: OutgoingAnswer): unknown {
    const content = jsonIn(answer);
    if (content === undefined) throw new ImportRefusedError(`${this.base}/${path} answers with no JSON`);
    return content;
  }

  private refusal(answer: OutgoingAnswer | undefined): ImportRefusedError {
    if (answer === undefined) return new ImportRefusedError(`${this.base} does not answer`);
    const { status, headers } = answer;
    const { location } = headers;
    if (status === 401 || status === 403)
      return new ImportRefusedError(`${this.base} does not accept the token`);
    if (typeof location === 'string')
      return new ImportRefusedError(`${this.base} redirects to ${location}: give that address with --url`);
    return new ImportRefusedError(`${this.base} answers with the status ${status}${messageIn(answer)}`);
  }
}

/** There was no answer. */
class Unreachable extends ImportRefusedError {}

function jsonIn({ body }: OutgoingAnswer): unknown {
  try {
    return JSON.parse(utf8In(body) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** What an exception of Easy!Appointments says: `{"success": false, "message": …}`. */
function messageIn(answer: OutgoingAnswer): string {
  const content = jsonIn(answer);
  const message = isJsonObject(content) ? textIn(content, 'message') : undefined;
  return message === undefined ? '' : `: ${message.slice(0, 200)}`;
}

function askedWaitMs(answer: OutgoingAnswer | undefined): number | undefined {
  const seconds = /^\d{1,6}$/.exec(String(answer?.headers['retry-after'] ?? ''))?.[0];
  return seconds === undefined ? undefined : Math.min(Number(seconds), MOST_WAIT_S) * SECOND_MS;
}
