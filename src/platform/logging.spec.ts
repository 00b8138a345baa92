import { createLogger } from './logging';

const NAME = 'Ana\u001b[31m\u009b1m\u202egnp\b';
const REQUEST = {
  requestId: 'r-1',
  apiKeyId: 7,
  method: 'GET',
  path: '/api/v1/services',
  statusCode: 200,
  durationMs: 3.25,
};

describe('The log of a process', () => {
  let lines: string[];

  beforeEach(() => (lines = []));

  const logger = (logFormat: 'auto' | 'json' | 'pretty') =>
    createLogger({ logLevel: 'info', logFormat }, { write: (line) => void lines.push(line) });

  it('escapes the control and direction characters of a name in JSON, and keeps its value', () => {
    logger('json').info({ name: NAME }, `Hello ${NAME}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[^\n\u0020-\u007e]/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: NAME, msg: `Hello ${NAME}` });
  });

  it('is a readable line for a request, in the format for people', () => {
    logger('pretty').info(REQUEST, 'request completed');
    expect(lines.join('')).toMatch(
      /^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/v1\/services 200 in 3.25 ms: request completed\n$/,
    );
  });

  it('names the part of the service and the facts of a line, in the format for people', () => {
    logger('pretty').warn({ context: 'Process', signal: 'SIGTERM' }, 'The service is stopping');
    expect(lines.join('')).toMatch(/ WARN: Process: The service is stopping \{"signal":"SIGTERM"\}\n$/);
  });

  it('keeps a backslash, and replaces the control and direction characters of a name, in the format for people', () => {
    logger('pretty').error({ name: NAME, err: new Error(NAME) }, `C:\\u001b ${NAME}`);
    const text = lines.join('');
    expect(text).toContain('C:\\u001b Ana�[31m�1m�gnp�');
    expect(text).toMatch(/^[\n\t\u0020-\u007e�]*$/);
  });

  it('has of an error its message, its stack and its SQLSTATE, and none of the values', () => {
    const values = { parameters: ['mia@example.com'], detail: 'Key (email)=(mia@example.com) exists' };
    const err = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'c', ...values });
    logger('json').error({ err }, 'Unexpected error');
    const { err: logged } = JSON.parse(lines[0] ?? '') as { err: object };
    expect(logged).toMatchObject({ message: 'duplicate key', code: '23505', constraint: 'c' });
    expect(lines[0]).not.toContain('mia@example.com');
  });

  it.each([
    [true, false],
    [false, true],
  ])('is for people when stdout is a terminal (%s), and JSON otherwise', (isTTY, isJson) => {
    const terminal = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
    const colors = Object.getOwnPropertyDescriptor(process.stdout, 'hasColors');
    Object.defineProperty(process.stdout, 'isTTY', { configurable: true, value: isTTY });
    Object.defineProperty(process.stdout, 'hasColors', { configurable: true, value: () => false });
    try {
      logger('auto').info('The service has started');
    } finally {
      Object.defineProperty(process.stdout, 'isTTY', terminal ?? { configurable: true, value: undefined });
      Object.defineProperty(process.stdout, 'hasColors', colors ?? { configurable: true, value: undefined });
    }
    expect(lines.join('').startsWith('{')).toBe(isJson);
  });
});
