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

  it('tells how far it came, and which step had to be next', () => {
    const { order, state, next } = search([write([0, 1], '1'), read([2, 3], '2')]);
    expect({ order, state, next }).toEqual({ order: ['write 1'], state: { key: '1' }, next: ['read 2'] });
  });

  it('says that it gave up when there are too many points to look at', () => {
    const many = Array.from({ length: 9 }, (_, nth) => write([0, 9], `${nth + 1}`));
    expect(search([...many, read([10, 11], 'x')], 50).isExplained).toBe('unknown');
  });
});
