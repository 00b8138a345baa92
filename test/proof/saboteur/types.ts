import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type Patch, patched } from './claims';

/** What is unused after a patch breaks nothing. */
const UNUSED = [6133, 6138, 6192, 6196, 6198, 6199];

/** Tells whether a patched file still compiles. It reads the project once, and each file as it is patched. */
export class Types {
  private readonly versions = new Map<string, { version: number; text: string }>();
  private readonly service: ts.LanguageService;

  constructor(private readonly root: string) {
    const config = ts.getParsedCommandLineOfConfigFile(
      join(root, 'tsconfig.json'),
      {},
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
          throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
        },
      },
    );
    if (config === undefined) throw new Error('tsconfig.json cannot be read');
    const names = config.fileNames.filter((name) => !name.endsWith('.spec.ts'));
    this.service = ts.createLanguageService({
      getCompilationSettings: () => ({ ...config.options, incremental: false }),
      getScriptFileNames: () => names,
      getScriptVersion: (name) => String(this.versions.get(name)?.version ?? 0),
      getScriptSnapshot: (name) => snapshotOf(this.versions.get(name)?.text ?? ts.sys.readFile(name)),
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: (name) => ts.sys.fileExists(name),
      readFile: (name) => ts.sys.readFile(name),
      directoryExists: (name) => ts.sys.directoryExists(name),
      getDirectories: (name) => ts.sys.getDirectories(name),
    });
  }

  /** @returns why the patched file does not compile; nothing for one outside of the project */
  faultsOf(patch: Patch): readonly string[] {
    const file = join(this.root, patch.file);
    if (this.service.getProgram()?.getSourceFile(file) === undefined) return [];
    const source = readFileSync(file, 'utf8');
    this.set(file, patched(source, patch));
    const found = [
      ...this.service.getSyntacticDiagnostics(file),
      ...this.service.getSemanticDiagnostics(file),
    ];
    this.set(file, source);
    return found
      .filter(({ code }) => !UNUSED.includes(code))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  private set(file: string, text: string): void {
    this.versions.set(file, { version: (this.versions.get(file)?.version ?? 0) + 1, text });
  }
}

function snapshotOf(text: string | undefined): ts.IScriptSnapshot | undefined {
  return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
}
