import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { logRequests } from './log-requests';

const KEY = 'xsk_0123456789abcdef_secret-of-the-key';

/** The path in the log line of a request. */
function loggedPath(originalUrl: string): string {
  const lines: { path: string }[] = [];
  const logger = { info: (line: { path: string }) => lines.push(line) } as unknown as Logger;
  const response = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished: true });
  logRequests(logger, () => undefined)(
    { id: 'r', method: 'GET', originalUrl } as unknown as Request,
    response as unknown as Response,
    () => undefined,
  );
  response.emit('close');
  return lines[0]?.path ?? '';
}

describe('The path in the log line of a request', () => {
  it.each([
    ['/api/v1/services/1', '/api/v1/services/1'],
    ['/api/v1/services/%20x?q=mia', '/api/v1/services/%20x'],
    ['/api/v1/services/%zz%e4%bd%a0', '/api/v1/services/%zz%e4%bd%a0'],
  ])('is the path of %s without the query', (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });

  it.each([
    `/api/v1/services/${KEY}`,
    `/api/v1/${KEY}/services?x=1`,
    `/api/v1/services/${KEY.toUpperCase()}`,
    `/api/v1/services/${KEY.replaceAll('_', '%5F')}`,
    `/api/v1/services/%78sk%5f${KEY.slice(4)}`,
    `/api/v1/services/a%zz${KEY}`,
  ])('shows no part of an API key: %s', (url) => {
    const path = loggedPath(url);
    expect(path).toContain('xsk_***');
    expect(path).not.toMatch(/0123456789abcdef|secret/i);
  });

  it.each([
    '/api/v1/manage/0aBc9',
    '/api/v1/manage/0aBc9/cancel',
    '/m/0aBc9',
    '/%6d/0aBc9/move',
    '/m/ea/0aBc9',
    '/M/ea/0aBc9/x',
  ])('shows no part of the token of a link: %s', (url) => {
    expect(loggedPath(url)).toMatch(/\/(manage|m|m\/ea)\/\*\*\*/i);
    expect(loggedPath(url)).not.toContain('0aBc9');
  });

  it.each([
    '/api/v1/feeds/0aBc9.ics',
    '/api/v1/feeds/0aBc9.ics?x=1',
    '/api/v1/%66eeds/0aBc9%2eics',
    '/API/v1/Feeds/0aBc9/x',
  ])('shows no part of the token of a feed: %s', (url) => {
    expect(loggedPath(url)).toMatch(/\/feeds\/\*\*\*/i);
    expect(loggedPath(url)).not.toContain('0aBc9');
  });
});
