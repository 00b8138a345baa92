import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../deploy/monitoring');

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.each(['scheduling', 'patroni'])('The alerts for Prometheus in %s.rules.yml', (file) => {
  it('are rules that Prometheus accepts', () => {
    const { status, output } = promtool('check', 'rules', `${file}.rules.yml`);
    expect(output).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  it('fire when they should, and only then', () => {
    expect(promtool('test', 'rules', `${file}.rules.test.yml`)).toMatchObject({
      status: 0,
      output: expect.stringContaining('SUCCESS'),
    });
  });
});
