import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Salon } from './salon';

const SETTINGS: Readonly<Record<string, string>> = { default_timezone: 'UTC' };
const PREFIX = '/index.php/api/v1/';

/** The API of an Easy!Appointments, as far as an import reads it. Its processor time is that of the benchmark. */
export class SalonServer {
  private constructor(private readonly server: Server) {}

  static async start({ collections }: Salon): Promise<SalonServer> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
      const [resource = '', name = ''] = pathname.slice(PREFIX.length).split('/');
      const length = Number(searchParams.get('length'));
      const offset = (Number(searchParams.get('page')) - 1) * length;
      const content =
        resource === 'settings'
          ? { name, value: SETTINGS[name] ?? null }
          : (collections[resource] ?? []).slice(offset, offset + length);
      response.end(JSON.stringify(content));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SalonServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
