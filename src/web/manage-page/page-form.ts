import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { type Request, urlencoded } from 'express';
import { Config } from '../../platform/config/config';
import {
  BodyTooLargeError,
  ForbiddenError,
  MalformedRequestError,
  UnsupportedBodyError,
} from '../../platform/errors/errors';
import { CurrentRequest } from '../../platform/http/server/current-request';
import { readInTurns } from '../../platform/http/server/read-in-turns';
import { utf8In } from '../../platform/values/utf8';

/** Thirty answers of the greatest length, each byte of which may be three characters. */
const MAX_BYTES = 1_048_576;
/** More inputs than a form has. */
const MAX_INPUTS = 100;
const TYPE = 'application/x-www-form-urlencoded';

/** The inputs of a form by their names; of several with one name the first. */
export type FormInputs = ReadonlyMap<string, string>;

const parse = urlencoded({
  extended: false,
  limit: MAX_BYTES,
  parameterLimit: MAX_INPUTS,
  type: TYPE,
  verify: (_request, _response, bytes, charset) => {
    if (charset === 'utf-8') assertDecodable(bytes);
  },
});

/** Reads the body of a form. Only the routes of the page have one: all others take JSON. */
@Injectable()
class FormPipe implements PipeTransform<Request, Promise<FormInputs>> {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** @throws ForbiddenError, BodyTooLargeError, UnsupportedBodyError, MalformedRequestError */
  async transform(request: Request): Promise<FormInputs> {
    // A page elsewhere would need the token of the link; this keeps even one that has it from submitting forms by itself.
    if (this.isForeign(request)) throw new ForbiddenError('The form was sent from another site');
    if (request.is(TYPE) === false) throw new UnsupportedBodyError(`The body must be ${TYPE}`);
    await read(request);
    const inputs = (request.body ?? {}) as Readonly<Record<string, string | readonly string[]>>;
    return new Map(
      Object.entries(inputs).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : (value[0] ?? ''),
      ]),
    );
  }

  /**
   * Old browsers send no `Sec-Fetch-Site`, but the `Origin`. It is `null` in a form of the page itself, which tells no site its address. The
   * scheme is not compared: a proxy in front may end TLS.
   */
  private isForeign({ headers, host }: Request): boolean {
    if (headers['sec-fetch-site'] === 'cross-site') return true;
    const { origin } = headers;
    if (origin === undefined || origin === 'null') return false;
    const sender = hostOf(origin);
    const own = [host.toLowerCase(), hostOf(this.config.publicUrl ?? '')];
    return sender === undefined || !own.includes(sender);
  }
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

/** Parameter decorator: the inputs of the form that was sent. */
export const Form = (): ParameterDecorator => CurrentRequest(FormPipe);

function read(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const { res: response } = request;
    if (response === undefined) return;
    readInTurns(request);
    parse(request, response, (fault?: unknown) => {
      if (fault === undefined) resolve();
      else reject(toDomainError(fault));
    });
  });
}

/** The parser would keep the escapes of a value of which one cannot be decoded. @throws MalformedRequestError */
function assertDecodable(bytes: Buffer): void {
  try {
    decodeURIComponent(utf8In(bytes) ?? '%');
  } catch {
    throw new MalformedRequestError('The form has bytes or escapes that are not UTF-8');
  }
}

/** The errors of body-parser carry an HTTP status. */
function toDomainError(fault: unknown): Error {
  if (fault instanceof MalformedRequestError) return fault;
  const { status } = (fault instanceof Error ? fault : {}) as { status?: unknown };
  if (status === 413) return new BodyTooLargeError('The form is too large');
  if (status === 415) return new UnsupportedBodyError('The form must be UTF-8');
  return new MalformedRequestError('The form cannot be read');
}
