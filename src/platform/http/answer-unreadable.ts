import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorAnswer } from './errors/error-answer';
import { MalformedRequestError } from '../errors/errors';

/** What Node could not read as HTTP, or not in time, and the status that HTTP has for it. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const MESSAGE: Readonly<Record<number, string>> = {
  408: 'The request took too long to arrive',
  413: 'The request has too much to say of its chunks',
  431: 'The request line and the headers are larger than 16 KiB together',
};

/** Answers in the envelope, as everything else does, to what never becomes a request; then hangs up. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !hasAnswerBegun(socket as AnsweringSocket)) socket.write(answerTo(fault));
    socket.destroy(fault);
  });
}

/** Node keeps there the answer that is being written. */
type AnsweringSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

function hasAnswerBegun({ _httpMessage: answer }: AnsweringSocket): boolean {
  return answer?.headersSent === true;
}

function answerTo({ code = '' }: NodeJS.ErrnoException): string {
  const status = STATUS[code] ?? 400;
  const error = new MalformedRequestError(MESSAGE[status] ?? 'The request is not valid HTTP');
  const body = JSON.stringify(errorAnswer(error).body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
