import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseConfig } from '../../../src/platform/config/config';
import { LANGUAGES } from '../../../src/platform/values/language';
import { contentOf } from '../../../src/telling/messages/mail/email';
import { sampleMessage } from '../../../src/telling/messages/mail/sample-message';
import { shortTextOf } from '../../../src/telling/messages/mail/short-text';
import { MESSAGE_NAMES, TEXT_NAMES } from '../../../src/telling/messages/mail/message-name';
import { SALON } from './support/samples';

const FOLDER = join(__dirname, 'golden');
/** Each message about one appointment, and each but the offer about several. */
const CASES = LANGUAGES.flatMap((language) =>
  MESSAGE_NAMES.flatMap((name) => [
    { language, name, count: 1, file: `${language}/${name}` },
    ...(name === 'offer' ? [] : [{ language, name, count: 3, file: `${language}/${name}-of-several` }]),
  ]),
);
const TEXTS = CASES.filter(({ name }) => TEXT_NAMES.includes(name)).map(({ file, ...rest }) => ({
  ...rest,
  file: `${file}.sms.txt`,
}));
const CONFIG = parseConfig(SALON);

/** `GOLDEN=write npx jest test/telling/messages/golden.spec.ts` writes the files anew: read what has changed before you commit it. */
function goldenOf(file: string, actual: string): string {
  const path = join(FOLDER, file);
  if (process.env['GOLDEN'] === 'write') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  return readFileSync(path, 'utf8');
}

describe('A message', () => {
  it.each(CASES)('reads as in golden/$file', async ({ language, name, count, file }) => {
    const faults = jest.fn();
    const { subject, text, html } = await contentOf(sampleMessage(name, language, count), CONFIG, faults);
    const plain = `${subject}\n\n${text}`;
    expect(plain).toBe(goldenOf(`${file}.txt`, plain));
    expect(html).toBe(goldenOf(`${file}.html`, html));
    expect(faults).not.toHaveBeenCalled();
  });

  it.each(TEXTS)('reads as an SMS as in golden/$file', async ({ language, name, count, file }) => {
    const faults = jest.fn();
    const text = `${await shortTextOf(sampleMessage(name, language, count), CONFIG, faults)}\n`;
    expect(text).toBe(goldenOf(file, text));
    expect(faults).not.toHaveBeenCalled();
  });

  it('has no golden file that no test reads', () => {
    const files = LANGUAGES.flatMap((language) =>
      readdirSync(join(FOLDER, language)).map((file) => `${language}/${file}`),
    );
    const wanted = [
      ...CASES.flatMap(({ file }) => [`${file}.html`, `${file}.txt`]),
      ...TEXTS.map(({ file }) => file),
    ];
    expect(files.toSorted()).toEqual(wanted.toSorted());
    expect(readdirSync(FOLDER).toSorted()).toEqual(LANGUAGES.toSorted());
  });
});
