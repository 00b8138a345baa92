import { createLogger } from './logging';

describe('The log of a process', () => {
  it('escapes the control and direction characters of a name, and keeps its JSON value', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const name = 'Ana\u001b[31m\u009b1m\u202egnp';
    logger.info({ name }, `Hello ${name}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[^\n\u0020-\u007e]/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name, msg: `Hello ${name}` });
  });
});
