import { TurnQueue } from './turn-queue';

describe('Turns', () => {
  it('gives everything else a turn of the event loop between two of them', async () => {
    const [turns, order] = [new TurnQueue(), [] as string[]];
    const others = () => {
      order.push('other');
      if (order.length < 20) setImmediate(others);
    };
    setImmediate(others);
    await Promise.all([1, 2, 3].map(() => turns.next().then(() => order.push('turn'))));
    const between = order.join(' ').split('turn').slice(1, -1);
    expect(between).toHaveLength(2);
    for (const each of between) expect(each).toContain('other');
  });

  it('lets the first begin at once', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await new TurnQueue().next();
    order.push('turn');
    expect(order).toEqual(['turn']);
  });
});
