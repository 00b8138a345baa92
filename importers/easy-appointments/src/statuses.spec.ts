import { askedNames } from './statuses';

describe('The statuses that an operator is asked for', () => {
  it('are a list, or JSON where a name has the signs of a list in it', () => {
    expect(askedNames(['No show, late'])).toBe(`--statuses '{"No show, late":"…"}'`);
    expect(askedNames(['Storniert', 'Erledigt'])).toBe(`--statuses 'Storniert=…,Erledigt=…'`);
  });
});
