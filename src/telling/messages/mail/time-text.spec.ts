import { clocksDiffer, TimeTexts } from './time-text';
import { chooseLanguage } from '../../wording/chosen-language';

const at = (instant: string) => Date.parse(instant);
const inLanguage = (language: string) => new TimeTexts(chooseLanguage(language, 'en'));
const english = inLanguage('en');

describe('The span of an appointment', () => {
  it('contains the day, the times, the zone and its offset', () => {
    expect(english.span(at('2026-12-01T08:00:00Z'), at('2026-12-01T08:45:00Z'), 'Europe/Berlin')).toBe(
      'Tuesday, 1 December 2026, 09:00 to 09:45 (Central European Time, UTC+01:00)',
    );
  });

  it.each([
    ['de', 'Dienstag, 1. Dezember 2026, 09:00 bis 09:45 Uhr (Mitteleuropäische Zeit, UTC+01:00)'],
    ['fr', 'mardi 1er décembre 2026, de 09:00 à 09:45 (heure d’Europe centrale, UTC+01:00)'],
    ['es', 'martes, 1 de diciembre de 2026, de 9:00 a 9:45 h (hora de Europa central, UTC+01:00)'],
    ['it', 'martedì 1 dicembre 2026, dalle 09:00 alle 09:45 (Ora dell’Europa centrale, UTC+01:00)'],
    ['nl', 'dinsdag 1 december 2026, 09:00 tot 09:45 uur (Midden-Europese tijd, UTC+01:00)'],
    ['pt', 'terça-feira, 1 de dezembro de 2026, das 09:00 às 09:45 (Hora da Europa Central, UTC+01:00)'],
    ['en-US', 'Tuesday, December 1, 2026, 9:00 AM to 9:45 AM (Central European Time, UTC+01:00)'],
    [
      'pt-BR',
      'terça-feira, 1 de dezembro de 2026, das 09:00 às 09:45 (Horário da Europa Central, UTC+01:00)',
    ],
  ])('is written as %s writes it', (language, expected) => {
    const text = inLanguage(language).span(
      at('2026-12-01T08:00:00Z'),
      at('2026-12-01T08:45:00Z'),
      'Europe/Berlin',
    );
    // Releases of Intl differ in the kind of the space before AM.
    expect(text.replaceAll('\u202f', ' ')).toBe(expected);
  });

  it('shows UTC without an offset', () => {
    expect(english.span(at('2026-12-01T08:00:00Z'), at('2026-12-01T08:45:00Z'), 'UTC')).toBe(
      'Tuesday, 1 December 2026, 08:00 to 08:45 (UTC)',
    );
  });

  it('names a zone without a name by its offset alone', () => {
    expect(english.span(at('2026-12-01T08:00:00Z'), at('2026-12-01T08:45:00Z'), 'Etc/GMT+5')).toBe(
      'Tuesday, 1 December 2026, 03:00 to 03:45 (UTC-05:00)',
    );
  });

  it('contains the day of an end after midnight', () => {
    expect(english.span(at('2026-12-31T23:30:00Z'), at('2027-01-01T00:15:00Z'), 'UTC')).toBe(
      'Thursday, 31 December 2026, 23:30 to Friday, 1 January 2027, 00:15 (UTC)',
    );
  });

  it('distinguishes the two passes of an hour that a clock change repeats', () => {
    const texts = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((instant) =>
      english.span(at(instant), at(instant) + 600_000, 'Europe/Berlin'),
    );
    expect(texts).toEqual([
      'Sunday, 25 October 2026, 02:30 to 02:40 (Central European Time, UTC+02:00)',
      'Sunday, 25 October 2026, 02:30 to 02:40 (Central European Time, UTC+01:00)',
    ]);
  });
});

describe('The start of an appointment', () => {
  it('has the local date', () => {
    expect(english.start(at('2026-12-01T03:00:00Z'), 'America/Los_Angeles')).toBe(
      'Monday, 30 November 2026, 19:00',
    );
  });
});

describe('Two clocks', () => {
  it('are the same while their zones have one offset, and differ otherwise', () => {
    const [winter, summer] = [at('2026-12-01T08:00:00Z'), at('2026-07-01T08:00:00Z')];
    expect(clocksDiffer(winter, 'Europe/Berlin', 'Africa/Lagos')).toBe(false);
    expect(clocksDiffer(summer, 'Europe/Berlin', 'Africa/Lagos')).toBe(true);
  });
});
