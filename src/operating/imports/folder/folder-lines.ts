import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../platform/values/json-object';
import { isWellFormed } from '../../../platform/values/utf8';
import { textChunks } from '../csv/text-chunks';
import { ImportRefusedError } from '../imports.errors';

/** In characters. A series has up to 200 appointments, whose notes and answers are in its line. */
const MOST_CHARACTERS = 64 * 1_024 * 1_024;

/** The escape of one, which a pair of them has, too. */
const SURROGATE = /\\u[Dd][89A-Fa-f]/;

/** A line of a file of an export. */
export interface FolderLine {
  readonly number: number;
  readonly value: JsonObject;
}

/** The file and the line in front of what is wrong with it. */
export function faultAt(file: string, number: number, fault: string): ImportRefusedError {
  return new ImportRefusedError(`${file}, line ${number}: ${fault}`);
}

/** The objects of a file of JSON lines, one after the other. @throws ImportRefusedError of a line that is none */
export async function* folderLines(folder: string, file: string): AsyncGenerator<FolderLine> {
  let number = 0;
  for await (const text of textLines(join(folder, file), file)) {
    number++;
    const value = parsed(text);
    if (!isJsonObject(value)) throw faultAt(file, number, 'is no JSON object');
    if (SURROGATE.test(text) && !isAllWellFormed(text))
      throw faultAt(file, number, 'has text that is not Unicode');
    yield { number, value };
  }
}

/** The lines of a file without their ends; what follows the last end is a line unless it is empty. */
async function* textLines(path: string, file: string): AsyncGenerator<string> {
  let rest = '';
  let number = 0;
  for await (const chunk of textChunks(path, 'utf-8')) {
    const [first = '', ...others] = chunk.split('\n');
    rest += first;
    for (const next of others) {
      number++;
      yield rest;
      rest = next;
    }
    if (rest.length > MOST_CHARACTERS) throw faultAt(file, number + 1, 'is too long');
  }
  if (rest !== '') yield rest;
}

/** Whether no text in it has lone surrogates. */
function isAllWellFormed(text: string): boolean {
  let isEach = true;
  JSON.parse(text, (name, value: unknown) => {
    isEach &&= isWellFormed(name) && (typeof value !== 'string' || isWellFormed(value));
    return value;
  });
  return isEach;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
