import { named, valuesFor } from './named';

describe('A statement with named values', () => {
  const statement = named('pets.find', `select :now::timestamptz, 'a: b' where id = :id and at < :now`);

  it('has a position for each name, however often it stands there', () => {
    expect(statement).toEqual({
      name: 'pets.find',
      text: `select $1::timestamptz, 'a: b' where id = $2 and at < $1`,
      names: ['now', 'id'],
    });
  });

  it('takes its values in that order, and leaves out others', () => {
    expect(valuesFor(statement, { id: 7, more: 1, now: null })).toEqual([null, 7]);
  });

  it('refuses to run without one of them', () => {
    expect(() => valuesFor(statement, { id: 7 })).toThrow('pets.find has no value for :now');
  });
});
