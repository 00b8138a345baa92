import type { Metadata } from '../../platform/metadata/metadata';
import { DAY_MS } from '../../platform/time/units';

/** First name, last name, and the part of the e-mail address before the @; without it, no e-mail. */
const PEOPLE: readonly (readonly [firstName: string, lastName: string, mailbox?: string])[] = [
  ['Zoë', 'Müller', 'zoe.mueller'],
  ['José', 'Álvarez Núñez', 'jose.alvarez'],
  ['Nguyễn', 'Thị Mai', 'mai.nguyen'],
  ['Łukasz', 'Wiśniewski', 'lukasz.wisniewski'],
  ['Søren', 'Østergård', 'soren.ostergard'],
  ['Sinéad', 'O’Brien', 'sinead.obrien'],
  ['Дарья', 'Иванова', 'darya.ivanova'],
  ['美咲', '田中', 'misaki.tanaka'],
  ['محمد', 'الأحمد', 'mohammed.alahmad'],
  ['Αλέξανδρος', 'Παπαδόπουλος', 'alex.papadopoulos'],
  ['Hannah', 'Schröder', 'hannah.schroeder'],
  ['François', 'Lefèvre', 'francois.lefevre'],
  ['Ayşe', 'Yıldız', 'ayse.yildiz'],
  ['Björk', 'Guðmundsdóttir', 'bjork.gudmundsdottir'],
  ['김', '민준', 'minjun.kim'],
  ['Priya', 'Ramanathan', 'priya.ramanathan'],
  ['Ewa', 'Dąbrowska', 'ewa.dabrowska'],
  ['Tomáš', 'Dvořák', 'tomas.dvorak'],
  ['Chloé', 'Dubois-Martin', 'chloe.dubois'],
  ['Oluwaseun', 'Adébáyọ̀', 'seun.adebayo'],
  ['Lena', 'Hoffmann', 'lena.hoffmann'],
  ['Max', 'Hoffmann', 'max.hoffmann'],
  ['נועה', 'כהן', 'noa.cohen'],
  ['Mateo', 'García', 'mateo.garcia'],
  ['Ioana', 'Țăran', 'ioana.taran'],
  ['Jürgen', 'Groß', 'juergen.gross'],
  ['Siobhán', 'Ní Dhomhnaill', 'siobhan.nidhomhnaill'],
  ['Đorđe', 'Petrović', 'dorde.petrovic'],
  ['สมชาย', 'ใจดี', 'somchai.jaidee'],
  ['Mia', 'Lindqvist', 'mia.lindqvist'],
  ['Aarav', 'शर्मा', 'aarav.sharma'],
  ['Gergő', 'Szűcs', 'gergo.szucs'],
  ['Isabel', 'de la Cruz', 'isabel.delacruz'],
  ['Olivér', 'Kovács', 'oliver.kovacs'],
  ['Yara', 'van den Berg', 'yara.vandenberg'],
  ['Emil', 'Sørensen', 'emil.sorensen'],
  ['Greta', 'Kühn'],
  ['陈', '伟', 'wei.chen'],
  ['Madonna', '', 'madonna'],
  ['Walter', 'Krause'],
];

const NOTES: Readonly<Record<number, string>> = {
  1: 'Prefers Spanish',
  6: 'Allergic to almond oil',
  13: 'Rings the upper bell',
  36: 'No e-mail; call the day before',
};

/** The customers, created one after the other over half a year. @param now epoch ms */
export function demoCustomers(now: number) {
  return PEOPLE.map(([firstName, lastName, mailbox], index) => {
    const createdAt = new Date(now - (200 - 4 * index) * DAY_MS);
    const metadata: Metadata = index % 2 === 0 ? { crmId: `C-${1_000 + index}` } : {};
    return {
      firstName: firstName.normalize('NFC'),
      lastName: lastName.normalize('NFC'),
      email: mailbox === undefined ? null : `${mailbox}@example.${index % 3 === 0 ? 'org' : 'com'}`,
      // The German regulator reserves these numbers for fiction.
      phone: index % 5 === 4 ? null : `+49 30 23125 ${String(200 + index)}`,
      address: index % 4 === 0 ? `Lindenstraße ${20 + index}, 10969 Berlin` : null,
      notes: NOTES[index] ?? null,
      metadata,
      createdAt,
      updatedAt: createdAt,
    };
  });
}
