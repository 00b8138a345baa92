import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that a test can cut and mend. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly target: URL) {}

  static async to<Proxy extends TcpProxy>(this: new (target: URL) => Proxy, target: string): Promise<Proxy> {
    const proxy = new this(new URL(target));
    await proxy.mend();
    return proxy;
  }

  /** The URL of the target through this proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Closes all connections, and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections again, on the same port. */
  async mend(): Promise<void> {
    this.server = createServer({ noDelay: true }, (socket) => {
      this.join(socket);
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private join(client: Socket): void {
    const { port, hostname: host } = this.target;
    const server = connect({ port: Number(port), host, noDelay: true });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    this.link(client, server);
  }

  /** Lets a client and the target talk. */
  protected link(client: Socket, server: Socket): void {
    client.pipe(server).pipe(client);
  }
}
