import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorAnswer } from './errors/error-answer';
import { MalformedRequestError } from '../errors/errors';

/** The HTTP status for each error code of Node's parser; 400 for all others. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const MESSAGE: Readonly<Record<number, string>> = {
  408: 'The request took too long to arrive',
  413: 'The chunk extensions of the request are too long',
  431: 'The request line and the headers are larger than 16 KiB together',
};

/** Answers bytes that Node cannot parse as a request with an error envelope, then closes the connection. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !hasAnswerBegun(socket as AnsweringSocket)) socket.write(answerTo(fault));
    socket.destroy(fault);
  });
}

/** Node keeps the response that is being written in `_httpMessage`. */
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
