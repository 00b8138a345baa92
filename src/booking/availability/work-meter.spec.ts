import { WorkMeter } from './work-meter';

describe('the work meter', () => {
  it('does not wait while little work was done since the last turn', () => {
    const meter = new WorkMeter();
    expect(meter.add(4_999)).toBeUndefined();
    expect(meter.total).toBe(4_999);
  });

  it('lets other callbacks run before the work goes on', async () => {
    const meter = new WorkMeter();
    const ran: string[] = [];
    setImmediate(() => ran.push('other request'));
    await meter.add(5_000);
    ran.push('this request');
    expect(ran).toEqual(['other request', 'this request']);
    expect(meter.add(1)).toBeUndefined();
  });
});
