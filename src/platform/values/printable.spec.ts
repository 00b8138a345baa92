import { printable, printableJson } from './printable';

const NAMES = [
  ['an escape sequence', 'Ana\u001b[31m', 'Ana�[31m'],
  ['a C1 control character', 'Ana\u009b31m', 'Ana�31m'],
  ['a direction override', 'Ana\u202egnp.exe', 'Ana�gnp.exe'],
  ['a direction isolate', '\u2067Ana\u2069', '�Ana�'],
  ['a direction mark', 'Ana\u200f\u061c', 'Ana��'],
  ['a line separator', 'Ana\u2028Silva', 'Ana�Silva'],
  ['a carriage return', 'Ana\rSilva', 'Ana�Silva'],
] as const;

describe('Text for a terminal', () => {
  it.each(NAMES)('shows a replacement character for %s', (_, name, shown) => {
    expect(printable(name)).toBe(shown);
  });

  it.each(NAMES)('escapes %s in JSON without changing the value', (_, name) => {
    const text = printableJson(JSON.stringify({ name }));
    expect(printable(text)).toBe(text);
    expect(JSON.parse(text)).toEqual({ name });
  });

  it('keeps letters of every script, combining marks, emoji, newlines and tabs', () => {
    const text = 'Zoë ✂️ محمد נועה 👩‍💻 Adébáyọ̀\n\tend';
    expect(printable(text)).toBe(text);
    expect(printableJson(JSON.stringify(text))).toBe(JSON.stringify(text));
  });
});
