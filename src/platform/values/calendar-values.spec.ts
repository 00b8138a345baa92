import { parameterValue, unescapedParameter, unescapedText } from './calendar-values';

describe('A TEXT of iCalendar', () => {
  it.each([
    [String.raw`(UTC+01:00) Amsterdam\, Berlin`, '(UTC+01:00) Amsterdam, Berlin'],
    [String.raw`a\;b\,c\\d`, String.raw`a;b,c\d`],
    [String.raw`one\ntwo\Nthree`, 'one\ntwo\nthree'],
    [String.raw`a\\nb`, String.raw`a\nb`],
    [String.raw`a\:b\"c`, String.raw`a\:b\"c`],
    ['a^nb', 'a^nb'],
  ])('says without its escapes, where it is %j, %j', (written, text) => {
    expect(unescapedText(written)).toBe(text);
  });
});

describe('A parameter of iCalendar', () => {
  it.each([
    [`Mia ^'Mimi^' Keller`, 'Mia "Mimi" Keller'],
    ['one^ntwo', 'one\ntwo'],
    ['a^^nb', 'a^nb'],
    ['a^^^nb', 'a^\nb'],
    ['a^b^', 'a^b^'],
    ['a^Nb', 'a^Nb'],
    [String.raw`a\,b\nc\\d`, String.raw`a\,b\nc\\d`],
  ])('says without its escapes, where it is %j, %j', (written, text) => {
    expect(unescapedParameter(written)).toBe(text);
  });

  it('is written in quotes, with the escapes of RFC 6868 alone', () => {
    expect(parameterValue('Mia "Mimi"\n^n; Keller, \\:')).toBe(`"Mia ^'Mimi^'^n^^n; Keller, \\:"`);
  });
});
