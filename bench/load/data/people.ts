/** Names, e-mail addresses and phone numbers computed from an id, so that requests can name people without a look at the database. */

const FIRST_NAMES =
  `Ada Adrian Agnes Albert Alina Amelie Anna Anton Arthur Aylin Ben Bernd Bianca Bruno Carla Carmen Chiara Clara Conrad
  Dana David Diana Dilara Dora Edgar Elena Elias Elif Emil Emma Erik Esther Eva Fabian Fatma Felix Finn Flora Frank Frieda
  Georg Greta Hanna Hassan Heike Helena Henri Hugo Ida Ines Irina Isabel Jakob Jana Jasmin Johann Jonas Julia Kai Karim
  Karl Katja Klaus Lara Laura Lena Leon Levi Lina Linus Louis Luca Maja Malte Marie Marta Matteo Max Mehmet Mia Milan Mina
  Nadia Nele Nico Noah Nora Olga Oskar Paula Pia Ravi Rosa Ruth Samir Sara Selma Simon Sofia Theo Tina`.split(
    /\s+/,
  );
const BEGINNINGS =
  'Acker Berg Birken Blumen Brenn Buchen Eich Feld Fried Gold Hart Hohen Kirch Lang Linden Neu Nord Rosen Schwarz Stein Tannen Wald Weiss Winter Wolf'.split(
    ' ',
  );
const ENDINGS =
  'au bach baum beck berger brand dorf eder er feldt heim hof horst kamp lein mann meier ner stedt wald'.split(
    ' ',
  );
const LAST_NAMES = combined(ENDINGS);
/** Providers have other surnames than customers: a search for a customer must not find all appointments of a provider. */
const PROVIDERS_LAST_NAMES = combined([
  'burg',
  'forst',
  'garten',
  'hausen',
  'kirchner',
  'loh',
  'see',
  'thal',
]);

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

/** Forty customers share each surname, and two hundred each first name. */
export function customer(id: number): Person {
  const firstName = at(FIRST_NAMES, id * 19);
  const lastName = at(LAST_NAMES, id * 229 + Math.floor(id / FIRST_NAMES.length));
  return person(firstName, lastName, id, 'example.com');
}

/** Each provider has a surname of its own. */
export function provider(id: number): Person {
  return person(at(FIRST_NAMES, id * 41), at(PROVIDERS_LAST_NAMES, id * 173), id, 'staff.example.com');
}

function person(firstName: string, lastName: string, id: number, host: string): Person {
  const email = `${firstName}.${lastName}.${id}@${host}`.toLowerCase();
  const digits = String((id * 7_368_787) % 10_000_000).padStart(7, '0');
  return { firstName, lastName, email, phone: `+49 30 ${digits}` };
}

function combined(endings: readonly string[]): readonly string[] {
  return BEGINNINGS.flatMap((beginning) => endings.map((ending) => beginning + ending));
}

function at(names: readonly string[], index: number): string {
  return names[index % names.length] ?? '';
}
