import { addHook } from 'pirates';

/** A fault that a proof must find. */
export interface Fault {
  /** A file below `src`, without the extension; a text that stands in it exactly once, as compiled; what takes its place. */
  readonly change: readonly [file: string, text: string, other: string];
  /** For the database. */
  readonly sql?: string;
}

/** The lock of a provider, which more than one proof leaves out. */
export const NO_LOCK = ['business/providers/provider-lock', `'for no key update'`, `''`] as const;

/** Modules that let another process have the fault of this one; it gets the variable PLANTED, too. */
export const PLANTING = [require.resolve('../../runner/typescript.js'), __filename];

/** Lets the modules that are loaded from now on have a fault. @throws Error when the file does not have the text exactly once */
export function plant([file, text, other]: Fault['change']): void {
  process.env['PLANTED'] = JSON.stringify([file, text, other]);
  const change = (code: string) => {
    const parts = code.split(text);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} × ${text}`);
    return parts.join(other);
  };
  const matcher = (path: string) => path.includes('/src/') && path.slice(0, -3).endsWith(`/${file}`);
  addHook(change, { exts: ['.ts', '.js'], matcher });
}

const { PLANTED = '' } = process.env;
if (PLANTED !== '') plant(JSON.parse(PLANTED) as Fault['change']);
