import { withDefaults } from './defaults';
import { InputOf, optional, required } from './members';
import { flag } from './number-types';
import { orNull } from './shapes';
import { text } from './text-types';

class Body extends InputOf({
  name: required(text(10)),
  active: optional(flag(), { default: true }),
  color: optional(orNull(text(10))),
  slug: optional(orNull(text(10)), { stays: true }),
  isPrimary: optional(flag()),
}) {}

describe('withDefaults', () => {
  it('gives an absent member its default, or null where it may be null', () => {
    expect(withDefaults(Body, { name: 'Ana' })).toEqual({ name: 'Ana', active: true, color: null });
  });

  it('leaves out an absent member that stays, or that has no default and may not be null', () => {
    const whole = withDefaults(Body, { name: 'Ana' });
    expect(whole).not.toHaveProperty('slug');
    expect(whole).not.toHaveProperty('isPrimary');
  });

  it('keeps what is present', () => {
    const body = { name: 'Ana', active: false, color: '#FF0000', slug: null, isPrimary: true };
    expect(withDefaults(Body, body)).toEqual(body);
  });

  it('knows the members of a base class', () => {
    class Longer extends InputOf(Body, { notes: optional(orNull(text(10))) }) {}
    expect(withDefaults(Longer, { name: 'Ana' })).toEqual({
      name: 'Ana',
      active: true,
      color: null,
      notes: null,
    });
  });
});
