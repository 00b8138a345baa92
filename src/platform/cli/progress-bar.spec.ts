import { ProgressBar } from './progress-bar';

describe('A progress bar', () => {
  const drawnOn = (isTTY: boolean, draw: (bar: ProgressBar) => void) => {
    let written = '';
    const stream = { isTTY, write: (text: string | Uint8Array) => Boolean((written += String(text))) };
    draw(new ProgressBar('moved', stream));
    return written;
  };

  it('is one line of a terminal, drawn again when it changes', () => {
    const written = drawnOn(true, (bar) => {
      bar.show(1_000, 3_000);
      bar.show(1_000, 3_000);
      bar.show(3_000, 3_000);
      bar.end();
    });
    expect(written.split('\r')).toEqual([
      '',
      `[${'#'.repeat(10)}${'.'.repeat(20)}] 1000 of 3000 moved`,
      `[${'#'.repeat(30)}] 3000 of 3000 moved\n`,
    ]);
  });

  it('writes a line each ten seconds where there is no terminal', () => {
    let now = 0;
    let written = '';
    const stream = { isTTY: false, write: (text: string | Uint8Array) => Boolean((written += String(text))) };
    const bar = new ProgressBar('rows', stream, () => now);
    for (let done = 0; done <= 500; done += 100, now += 4_000) bar.show(done, 500, '25 a second');
    bar.end();
    expect(written).toBe('300 of 500 rows, 25 a second\n');
  });

  it('says nothing where there is nothing to do, nor in the first seconds without a terminal', () => {
    const draw = (total: number) => (bar: ProgressBar) => {
      bar.show(0, total);
      bar.end();
    };
    expect(drawnOn(false, draw(3_000))).toBe('');
    expect(drawnOn(true, draw(0))).toBe('');
  });
});
