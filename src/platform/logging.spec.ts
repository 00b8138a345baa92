import { createLogger } from './logging';

describe('the log of a process', () => {
  it('contains no control or direction character of a name, and keeps its value', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const name = 'Ana\u001b[31m\u009b1m\u202egnp';
    logger.info({ name }, `Hello ${name}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[^\n\u0020-\u007e]/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name, msg: `Hello ${name}` });
  });
});
