import { Search, type Step } from './checker';

/** A register, which holds one number. */
interface Register {
  readonly key: string;
}

type Times = readonly [from: number, to: number];

const step = (
  [from, to]: Times,
  text: string,
  after: Step<Register>['after'],
  more: Partial<Step<Register>> = {},
): Step<Register> => ({ from, to, text, after, isOptional: false, ...more });

const write = (times: Times, value: string, more?: Partial<Step<Register>>) =>
  step(times, `write ${value}`, ({ key }) => (key === value ? [] : [{ key: value }]), more);
const read = (times: Times, value: string) =>
  step(times, `read ${value}`, (state) => (state.key === value ? [state] : []));
const unanswered = (from: number, value: string) => write([from, Infinity], value, { isOptional: true });

const search = (steps: readonly Step<Register>[], most?: number) => new Search(steps, most).run({ key: '0' });
const isExplained = (...steps: Step<Register>[]) => search(steps).isExplained;

describe('The search for an order of steps', () => {
  it('lets steps that overlap happen in either order', () => {
    expect(isExplained(write([0, 9], '1'), read([1, 2], '0'))).toBe(true);
    expect(isExplained(write([0, 9], '1'), read([1, 2], '1'))).toBe(true);
  });

  it('refuses a read of what was over before it began', () => {
    expect(isExplained(write([0, 1], '1'), read([2, 3], '0'))).toBe(false);
  });

  it('refuses two reads that see one write and then not', () => {
    expect(isExplained(write([0, 9], '1'), read([1, 2], '1'), read([3, 4], '0'))).toBe(false);
  });

  it('lets a step without an answer happen late, or never, but not before it began', () => {
    expect(isExplained(unanswered(0, '1'), read([5, 6], '0'), read([7, 8], '1'))).toBe(true);
    expect(isExplained(unanswered(0, '1'), read([5, 6], '0'))).toBe(true);
    expect(isExplained(unanswered(3, '1'), read([1, 2], '1'))).toBe(false);
    expect(isExplained(unanswered(0, '1'), read([5, 6], '2'))).toBe(false);
  });

  it('keeps to the order of the events', () => {
    const [first, second] = [write([0, 9], '1', { event: 2 }), write([0, 9], '2', { event: 1 })];
    expect(isExplained(first, second, read([10, 11], '1'))).toBe(true);
    expect(isExplained(first, second, read([10, 11], '2'))).toBe(false);
  });

  it('lets a step happen at the moment at which another one ends', () => {
    expect(isExplained(write([0, 5], '1'), read([5, 6], '0'))).toBe(true);
    expect(isExplained(write([0, 5], '1'), read([6, 7], '0'))).toBe(false);
  });

  it('lets steps without an event happen between those with one', () => {
    const told = [write([0, 9], '1', { event: 1 }), write([0, 9], '2', { event: 2 })];
    expect(isExplained(...told, read([0, 9], '0'), read([0, 9], '1'), read([10, 11], '2'))).toBe(true);
  });

  it('tries each state in which a step can leave the object', () => {
    const any = step([0, 1], 'any', () => [{ key: '1' }, { key: '2' }]);
    expect([isExplained(any, read([2, 3], '1')), isExplained(any, read([2, 3], '2'))]).toEqual([true, true]);
    expect(isExplained(any, read([2, 3], '3'))).toBe(false);
    // The first of its states changes nothing.
    const maybe = step([0, 1], 'maybe', (state) => [state, { key: '1' }]);
    expect([isExplained(maybe, read([2, 3], '0')), isExplained(maybe, read([2, 3], '1'))]).toEqual([
      true,
      true,
    ]);
  });

  it('tries what else comes first when a step may change nothing, or something', () => {
    const maybe = step([0, 5], 'maybe', (state) => [state, { key: `${state.key}+` }]);
    expect(isExplained(maybe, write([0, 9], '2'), read([10, 11], '2+'))).toBe(true);
  });

  it('tells the longest order, with what may never have happened', () => {
    const onlyFirst = step([0, 5], 'only first', ({ key }) => (key === '0' ? [{ key: '1' }] : []));
    expect(search([onlyFirst, write([0, 9], '2'), read([10, 11], 'x')]).order).toEqual([
      'only first',
      'write 2',
    ]);
    expect(search([unanswered(0, '1'), read([5, 6], '2')]).order).toEqual(['write 1']);
  });

  it('tells how far it came, and which step had to be next', () => {
    const { order, state, next } = search([write([0, 1], '1'), write([2, 3], '2'), read([4, 5], '3')]);
    expect({ order, state, next }).toEqual({
      ...{ order: ['write 1', 'write 2'], state: { key: '2' }, next: ['read 3'] },
    });
  });

  it('names as next no step that the order of the events keeps for later', () => {
    const never = step([0, 9], 'never', () => [], { event: 1 });
    const { next } = search([never, read([0, 9], 'x'), write([0, 9], '1', { event: 2 })]);
    expect(next).toEqual(['never', 'read x']);
  });

  it('tells of the steps that have begun when only the order of the events forbids each of them', () => {
    const late = write([5, 6], '1', { event: 1 });
    const { isExplained: explained, order, next } = search([write([0, 1], '2', { event: 2 }), late]);
    expect({ explained, order, next }).toEqual({ explained: false, order: [], next: ['write 2'] });
  });

  it('explains nothing to do with the state as it was', () => {
    expect(search([])).toEqual({
      ...{ isExplained: true, looked: 0, order: [], state: { key: '0' }, next: [] },
    });
  });

  it('says that it gave up when there are too many points to look at, and not before', () => {
    const many = Array.from({ length: 9 }, (_, nth) => write([0, 9], `${nth + 1}`));
    const { isExplained: explained, looked } = search([...many, read([10, 11], 'x')], 50);
    expect(explained).toBe('unknown');
    // The points behind the last one that it looked at.
    expect([looked > 50, looked < 60]).toEqual([true, true]);
    const two = [write([0, 1], '1'), read([2, 3], '2')];
    expect([search(two, 1).isExplained, search(two, 0).isExplained]).toEqual([false, 'unknown']);
  });

  it('looks first at steps with an event, then at those that end first, and last at those that may never happen', () => {
    const added = (times: Times, text: string, more?: Partial<Step<Register>>) =>
      step(times, text, ({ key }) => [{ key: `${key}${text}` }], more);
    const { order } = search([
      added([0, 8], 'last'),
      added([0, 9], 'told', { event: 1 }),
      added([0, Infinity], 'open'),
      added([0, 0.5], 'first'),
      added([0, Infinity], 'never', { isOptional: true }),
    ]);
    expect(order).toEqual(['told', 'first', 'last', 'open']);
  });

  it('looks once at the same steps in the same state, and at nothing else behind a step that changes nothing', () => {
    expect(search([read([0, 9], '0'), read([0, 9], '0'), read([0, 9], '0')]).looked).toBe(3);
    expect(search([read([0, 9], '0'), write([0, 9], '1'), read([10, 11], 'x')]).looked).toBe(2);
    const same = step([0, 9], 'same', () => [{ key: '0' }]);
    let count = 0;
    const counted = step([10, 11], 'counted', () => ((count += 1), []));
    expect([search([same, same, counted]).looked, count]).toEqual([3, 1]);
  });
});
