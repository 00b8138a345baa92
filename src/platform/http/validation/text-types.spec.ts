import { cleanText, email, freeText, text, word } from './text-types';

const DECOMPOSED = 'e\u0301';

describe('cleanText', () => {
  it('trims a text, and converts it to NFC and its line breaks to line feeds', () => {
    expect(cleanText(` ${DECOMPOSED}\r\nx\t`)).toBe('\u00e9\nx');
  });

  it('composes a text that has the maximum length once composed', () => {
    expect(cleanText('\u03b1\u0313\u0300\u0345'.repeat(200), 200)).toBe('\u1f82'.repeat(200));
  });

  it('does not compose a text that is too long in any form, because that could take very long', () => {
    const long = DECOMPOSED.repeat(500);
    expect(cleanText(long, 200)).toBe(long);
  });
});

describe('A text that is too long in any form', () => {
  const LONG = [
    ['combining marks', `a${'\u0351\u0316'.repeat(20_000)}`],
    ['letters that are composed', '\u1100\u1161\u11a8'.repeat(20_000)],
    ['white space', `${' '.repeat(30_000)}x`],
    ['line breaks', '\r\n'.repeat(20_000)],
    ['full-width letters', '\uff41'.repeat(40_000)],
    ['an international host', `a@${'\u00fc.'.repeat(20_000)}de`],
  ] as const;
  const TYPES = { text: text(200), freeText: freeText(5_000), word: word(50), email: email() };
  const cases = Object.entries(TYPES).flatMap(([name, type]) =>
    LONG.map(([what, long]) => [name, what, type, long] as const),
  );

  it.each(cases)('is refused as it is, without work on it: %s of %s', (_name, _what, type, long) => {
    expect(type.clean?.(long)).toBe(long);
    expect(type.fault(long)).toMatch(/^must be at most \d+ characters long$/);
  });
});

it.each([30, 32])('an e-mail address is composed with up to 30 combining marks in a row: %i', (count) => {
  const address = `\uff41${'\u0351\u0316'.repeat(count / 2)}@example.com`;
  expect(email().clean?.(address)).toBe(count > 30 ? address : address.normalize('NFKC'));
});

it('cleanText does not compose more than 30 combining marks in a row, and the text type refuses them', () => {
  const marks = (count: number) => `x${'\u0351\u0316'.repeat(16).slice(0, count)}`;
  expect(cleanText(marks(30), 200)).toBe(marks(30).normalize('NFC'));
  expect(cleanText(marks(31), 200)).toBe(marks(31));
  expect(text(200).fault(marks(31))).toBe('must not have more than 30 combining marks in a row');
  expect(text(200).fault(cleanText(marks(30), 200))).toBeUndefined();
});

it('the length of a text is that in code points', () => {
  expect(text(2).fault('\u{1f485}\u{1f484}')).toBeUndefined();
  expect(text(2).fault('\u{1f485}\u{1f484}x')).toBe('must be at most 2 characters long');
});

describe('The pattern of a text in the document', () => {
  const TEXTS = [
    'x',
    'a\r\nb',
    'a\nb',
    '\r\nx',
    'a\rb',
    '\rx',
    'x\r',
    'x\u000b',
    'x\u0085',
    '',
    ' ',
    '\r\n',
    '\r\n\r',
  ];

  it.each(TEXTS)('accepts %j exactly when the service accepts it', (sent) => {
    for (const type of [text(200), freeText(200)]) {
      const isAccepted = type.fault(type.clean?.(sent)) === undefined;
      expect(new RegExp(String(type.schema.pattern), 'u').test(sent)).toBe(isAccepted);
    }
  });
});

describe('An e-mail address', () => {
  const { schema, fault, clean } = email();
  const inDocument = (address: string) => new RegExp(String(schema.pattern), 'u').test(address);

  it.each([
    ...[
      'mia@example.com',
      "o'neil+x.y@mail.example.co.uk",
      'a@b.cd',
      'Ünal@Example.com',
      'info@münchen.example',
    ],
    ...['x@xn--mnchen-3ya.example', 'x@xn--p1ai.xn--p1ai', 'x_y@a-b.museum'],
  ])('is accepted by the service and by the document: %s', (address) => {
    expect([fault(address), inDocument(address)]).toEqual([undefined, true]);
  });

  it.each([
    ...[
      '',
      'mia',
      'mia@',
      '@example.com',
      'mia@localhost',
      'mia@example',
      'a b@example.com',
      'a@b@example.com',
    ],
    ...[
      '.a@example.com',
      'a.@example.com',
      'a..b@example.com',
      '"a b"@example.com',
      'a@[127.0.0.1]',
      'a@10.0.0.1',
    ],
    ...[
      'a@-b.com',
      'a@b-.com',
      'a@b..com',
      'a@example.c',
      'a@exam_ple.com',
      'a,b@example.com',
      'a@example.com.',
    ],
  ])('is refused by the service and by the document: %j', (address) => {
    expect([typeof fault(address), inDocument(address)]).toEqual(['string', false]);
  });

  it.each([
    ['x@käse.de', 'x@käse.de'],
    ['x@xn--kse-qla.de', 'x@käse.de'],
    ['x@KÄSE.DE', 'x@käse.de'],
    ['x@XN--KSE-QLA.de', 'x@käse.de'],
    ['x@mail.xn--kse-qla.de', 'x@mail.käse.de'],
    ['ｍｉａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mia@example.com'],
    ['Mia@Example.com', 'Mia@Example.com'],
    ['x@xn--a.de', 'x@xn--a.de'],
    ['a@b@käse.de', 'a@b@käse.de'],
  ])('has one spelling: %s is %s', (sent, kept) => {
    expect(clean?.(sent)).toBe(kept);
  });

  it('has a local part of at most 64 octets, which are fewer letters of other scripts', () => {
    const faults = ['x'.repeat(64), 'x'.repeat(65), 'ü'.repeat(32), 'ü'.repeat(33)].map((local) =>
      fault(`${local}@example.com`),
    );
    expect(faults).toEqual([undefined, 'must be an e-mail address', undefined, 'must be an e-mail address']);
  });

  it('is refused without delay when it is long', () => {
    expect(fault(`${'a-'.repeat(110)}@${'b-'.repeat(10)}`)).toBe('must be an e-mail address');
    expect(fault(`a@${'b-'.repeat(100)}.`)).toBe('must be an e-mail address');
  });
});
