import type Mail from 'nodemailer/lib/mailer';

/** What every encoded word begins with (RFC 2047, section 2). */
const BEGINNING = '=?';
const QUOTED = /"((?:[^"\\]|\\.)*)"/g;
/** So many bytes make a word of 72 characters, of the 75 that it may have. */
const MOST_BYTES = 45;

interface Encoder {
  encodeHeaderValue(name: string, value: unknown): string;
}

/**
 * A plugin of nodemailer that encodes names and subjects which look like encoded words. Nodemailer takes those of a subject for encoded
 * already, and puts those of a name into quotation marks; programs decode them there, too, and show a name that is not that of the person.
 */
export function encodeLookalikes({ message }: Parameters<Mail.PluginFunction>[0], done: () => void): void {
  const encoder = message as unknown as Encoder;
  const encode = encoder.encodeHeaderValue.bind(encoder);
  encoder.encodeHeaderValue = (name, value) => {
    const written = encode(name, value);
    if (name === 'Subject') return String(value).includes(BEGINNING) ? encodedWords(String(value)) : written;
    if (name !== 'From' && name !== 'To') return written;
    return written.replaceAll(QUOTED, (quoted, text: string) =>
      text.includes(BEGINNING) ? encodedWords(text.replaceAll(/\\(.)/g, '$1')) : quoted,
    );
  };
  done();
}

/** A text as encoded words, between which a header is folded. No character is cut in two (RFC 2047, section 5). */
function encodedWords(text: string): string {
  const pieces = [''];
  for (const character of text) {
    const last = pieces.at(-1) ?? '';
    if (Buffer.byteLength(last + character) <= MOST_BYTES) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
  }
  return pieces.map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join(' ');
}
