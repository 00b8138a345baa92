import { SettableClock } from '../../../../test/support/settable-clock';
import { CommonSearches } from './common-searches';

describe('A search that many requests make at the same moment', () => {
  it('is counted by the first one alone, also when all of them come in one turn', async () => {
    const searches = new CommonSearches(new SettableClock());
    let counts = 0;
    const count = () => Promise.resolve({ isCommon: true, nth: ++counts });
    const found = await Promise.all([1, 2, 3].map(() => searches.countUnknown('voucher', count)));
    expect(found).toEqual([{ isCommon: true, nth: 1 }, undefined, undefined]);
  });
});
