import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, LANGUAGES } from '../../../platform/values/language';
import { utf8In } from '../../../platform/values/utf8';
import { faultsOfTemplate } from './template-faults';
import { type Part, PARTS } from './templates';
import { MESSAGE_NAMES, type MessageName, TEXT_NAMES } from './message-name';

const ENDINGS: Readonly<Record<Part, string>> = {
  subject: 'subject.txt',
  text: 'txt',
  html: 'html',
  sms: 'sms.txt',
};

/** A template that is not used, and why. */
export interface TemplateFault {
  /** In the folder, such as `de/confirmation.txt`. */
  readonly file: string;
  readonly reason: string;
}

/** The templates of an operator for parts of one message, as far as there are any, and the faults of the others. */
export interface ReadTemplates<Wanted extends Part> {
  readonly templates: Readonly<Partial<Record<Wanted, string>>>;
  readonly faults: readonly TemplateFault[];
}

/** Reads them each time: a change counts for the next message. */
export async function readTemplates<Wanted extends Part>(
  folder: string,
  language: Language,
  name: MessageName,
  parts: readonly Wanted[],
): Promise<ReadTemplates<Wanted>> {
  const templates: Partial<Record<Wanted, string>> = {};
  const faults: TemplateFault[] = [];
  for (const part of parts) {
    const file = fileOf(language, name, part);
    const { template, reasons } = await readTemplate(join(folder, file), part);
    if (template !== undefined && reasons.length === 0) templates[part] = template;
    faults.push(...reasons.map((reason) => ({ file, reason })));
  }
  return { templates, faults };
}

/** How many templates a folder has, and all its faults, files that are no template included. @throws Error when it cannot be read */
export async function examineTemplates(folder: string): Promise<{ count: number; faults: TemplateFault[] }> {
  let count = 0;
  const faults: TemplateFault[] = [];
  for (const language of await visibleIn(folder)) {
    if (!(LANGUAGES as readonly string[]).includes(language)) {
      faults.push({ file: language, reason: `is no language of the service: ${LANGUAGES.join(', ')}` });
      continue;
    }
    for (const name of await visibleIn(join(folder, language))) {
      const part = PARTS.find((each) =>
        namesWith(each).some((message) => name === `${message}.${ENDINGS[each]}`),
      );
      const file = `${language}/${name}`;
      const reasons =
        part === undefined ? [NO_MESSAGE] : (await readTemplate(join(folder, file), part)).reasons;
      count++;
      faults.push(...reasons.map((reason) => ({ file, reason })));
    }
  }
  return { count, faults };
}

/** The messages that have a part. */
function namesWith(part: Part): readonly MessageName[] {
  return part === 'sms' ? TEXT_NAMES : MESSAGE_NAMES;
}

const NO_MESSAGE = `is no template of a message: ${MESSAGE_NAMES.join(', ')}, each as .${Object.values(ENDINGS).join(', .')}`;

function fileOf(language: Language, name: MessageName, part: Part): string {
  return `${language}/${name}.${ENDINGS[part]}`;
}

async function readTemplate(
  path: string,
  part: Part,
): Promise<{ template?: string; reasons: readonly string[] }> {
  try {
    const template = utf8In(await readFile(path));
    if (template === undefined) return { reasons: ['is not in UTF-8'] };
    return { template, reasons: faultsOfTemplate(template, part) };
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { reasons: code === 'ENOENT' ? [] : [`cannot be read: ${code}`] };
  }
}

async function visibleIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted();
}
