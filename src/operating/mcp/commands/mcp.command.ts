import { Command, Option } from 'nest-commander';
import { CliCommand, readOption, UsageError } from '../../../platform/cli/cli-command';
import { loadConfig, commandSecret } from '../../../platform/config/config';
import type { FieldType } from '../../../platform/http/validation/field-type';

const KEY_VARIABLE = 'API_KEY';

@Command({
  name: 'mcp',
  description:
    'Connect a language model to the running service (Model Context Protocol over stdin and stdout); the key is in API_KEY',
})
export class McpCommand extends CliCommand {
  @Option({
    flags: '--url <url>',
    description: 'address of the service (default: http://localhost with PORT)',
  })
  parseUrl(text: string): string {
    return readOption('--url', urlText(), text) as string;
  }

  async run(_: string[], { url }: { readonly url?: string }): Promise<void> {
    const { port } = loadConfig();
    const key = commandSecret(KEY_VARIABLE);
    if (key === undefined)
      throw new UsageError(
        `Set ${KEY_VARIABLE} to an API key: as an argument, every user of this machine could read it`,
      );
    const { bridge } = await import('./stdio-bridge.js');
    await bridge(new URL('/mcp', url ?? `http://localhost:${port}`), key);
  }
}

/** An address of a service, `http://host:port` or `https://host`. */
function urlText(): FieldType<string> {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && /^https?:$/.test(protocolOf(value))
        ? undefined
        : 'must be an address that begins with http:// or https://',
  };
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}
