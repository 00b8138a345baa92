import { answered, AnswerOf } from '../validation/members';
import { INTEGER, many, NUMBER, OBJECT, one, orNull, TEXT } from '../validation/shapes';
import { hidden, holding } from './hidden-members';
import { hiddenNames, maskOf, withoutHidden } from './mask';

class Person extends AnswerOf({
  id: answered(INTEGER),
  email: hidden('contacts', answered(orNull(TEXT))),
}) {}

class Bill extends AnswerOf({
  sum: hidden('payments', answered(NUMBER)),
  payer: answered(orNull(one(Person))),
  guests: answered(many(Person)),
}) {}

const BILL = { sum: 5, payer: { id: 1, email: 'a@b.c' }, guests: [{ id: 2, email: 'd@e.f' }] };

describe('The mask of a class of answers', () => {
  it('hides the members of a group, in objects and lists of objects, too', () => {
    const mask = maskOf(Bill);
    expect(withoutHidden(BILL, mask, ['contacts'])).toEqual({
      sum: 5,
      payer: { id: 1, email: null },
      guests: [{ id: 2, email: null }],
    });
    expect(withoutHidden([BILL, null], mask, ['payments'])).toEqual([{ ...BILL, sum: null }, null]);
    expect(BILL.sum).toBe(5);
  });

  it('names what it hides, by group', () => {
    expect(hiddenNames(maskOf(Bill) ?? fail())).toEqual({ contacts: ['email'], payments: ['sum'] });
  });

  it('is unknown for a class with an object of which nothing is known, and for classes around it', () => {
    class Open extends AnswerOf({ data: answered(OBJECT) }) {}
    class Around extends AnswerOf({ open: answered(many(Open)) }) {}
    expect([maskOf(Open), maskOf(Around), maskOf(Map)]).toEqual([undefined, undefined, undefined]);
  });

  it('hides an object of no class as what holds it says, and as a whole where that knows nothing', () => {
    const mask = maskOf(Person) ?? fail();
    const of = ({ kind }: { readonly kind?: unknown }) => (kind === 'person' ? mask : undefined);
    class Change extends AnswerOf({
      kind: answered(TEXT),
      data: holding({ of, all: () => [mask] }, answered(OBJECT)),
    }) {}
    const shown = (kind: string) =>
      withoutHidden({ kind, data: { id: 1, email: 'a@b.c' } }, maskOf(Change), ['contacts']);
    expect(shown('person')).toEqual({ kind: 'person', data: { id: 1, email: null } });
    expect(shown('bill')).toEqual({ kind: 'bill', data: null });
  });
});

function fail(): never {
  throw new Error('the class has no mask');
}
