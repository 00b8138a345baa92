import { WorkMeter } from './work-meter';

describe('The work meter', () => {
  it('returns no promise before 5,000 units of work', () => {
    const meter = new WorkMeter();
    expect(meter.add(4_999)).toBeUndefined();
    expect(meter.total).toBe(4_999);
  });

  it('lets other callbacks run after 5,000 units of work', async () => {
    const meter = new WorkMeter();
    const ran: string[] = [];
    setImmediate(() => ran.push('other request'));
    await meter.add(5_000);
    ran.push('this request');
    expect(ran).toEqual(['other request', 'this request']);
    expect(meter.add(1)).toBeUndefined();
  });
});
