import { Option, SubCommand } from 'nest-commander';
import { readOption, UsageError } from '../../../platform/cli/cli-command';
import { word } from '../../../platform/http/validation/text-types';
import { type ImportOptions, MAX_SOURCE, readPath, RowImportCommand, runOptions } from './import-command';

type SystemOptions = ImportOptions & { readonly from: string; readonly source?: string };

@SubCommand({
  name: 'system',
  description: 'Take over what another system knows, from a folder that an importer has written',
})
export class ImportSystemCommand extends RowImportCommand {
  @Option({ flags: '--from <folder>', description: 'the folder of an importer', required: true })
  parseFrom(value: string): string {
    return readPath('--from', value);
  }

  @Option({
    flags: '--source <name>',
    description: 'the name of the other system; by default the one that the folder has',
  })
  parseSource(value: string): string {
    return readOption('--source', word(MAX_SOURCE), value) as string;
  }

  async run(_: string[], options: SystemOptions): Promise<void> {
    // Loading them takes as long as the start of a command.
    const [{ SYSTEM_IMPORT, SystemImport }, { SystemFolder }] = await Promise.all([
      import('../system/system-import.js'),
      import('../system/system-folder.js'),
    ]);
    const folder = await SystemFolder.open(options.from);
    const source = options.source ?? folder.source;
    if (source === undefined) throw new UsageError('--source is required: the folder names no system');
    const request = { source: this.parseSource(source), ...runOptions(options) };
    const system = { pages: folder.pages(), links: folder.links };
    await this.services.use(async (services) => {
      const result = await this.watched((watch) => services.get(SystemImport).run(request, system, watch));
      this.report(result, options);
    }, SYSTEM_IMPORT);
  }
}
