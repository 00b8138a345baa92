import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { errorAnswer } from '../errors/error-answer';
import { MalformedRequestError } from '../../errors/errors';

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

/** Answers requests that Node refuses by itself with an error envelope, then closes the connection. */
export function refuseUnreadable(server: Server): void {
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const status = STATUS[fault.code ?? ''] ?? 400;
    const message = MESSAGE[status] ?? 'The request is not valid HTTP';
    if (socket.writable && !hasAnswerBegun(socket as AnsweringSocket)) socket.write(answer(status, message));
    socket.destroy(fault);
  });
  server.on('connect', (_request, socket) => {
    socket.end(answer(400, 'This service is no proxy: CONNECT is not supported'));
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const text = answer(417, 'The only supported expectation is Expect: 100-continue');
    response.socket?.end(text);
  });
}

/** Refuses an HTTP/1.1 request without `Host` (RFC 9112, section 3.2). */
export function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const isMissing = request.headers.host === undefined && request.httpVersion === '1.1';
  next(isMissing ? new MalformedRequestError('The request has no Host header') : undefined);
}

/** Node keeps the response that is being written in `_httpMessage`. */
type AnsweringSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

function hasAnswerBegun({ _httpMessage: response }: AnsweringSocket): boolean {
  return response?.headersSent === true;
}

/** An answer as it goes over the wire. */
function answer(status: number, message: string): string {
  const body = JSON.stringify(errorAnswer(new MalformedRequestError(message)).body);
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
