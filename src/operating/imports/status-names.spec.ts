import { readStatusNames, statusNames } from './status-names';

describe('The statuses that an operator names', () => {
  it.each([
    ['Storniert=cancelled, Erledigt = completed'],
    ['{"Storniert": "cancelled", "Erledigt": "completed"}'],
  ])('are those of a list or of JSON, in any case: %s', (text) => {
    expect(statusNames().fault(text)).toBeUndefined();
    expect([...readStatusNames(text)]).toEqual([
      ['storniert', 'cancelled'],
      ['erledigt', 'completed'],
    ]);
  });

  it('may have the signs of a list in JSON', () => {
    expect(readStatusNames('{"No show, late": "no-show"}').get('no show, late')).toBe('no-show');
  });

  it.each(['', 'Storniert', 'Storniert=gone', '=cancelled', '{"Storniert": "gone"}', '{}', '{', '[]'])(
    'are refused when they name none of ours, or nothing: %j',
    (text) => {
      expect(statusNames().fault(text)).toContain('must be a list such as Storniert=cancelled');
    },
  );
});
