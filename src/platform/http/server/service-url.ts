import { isIPv6 } from 'node:net';
import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../config/config';

/** A host name or an IPv4 address, or an IPv6 address in brackets, and a port. RFC 3986 allows more, which no host has. */
const HOST = /^(?:[a-z\d](?:[a-z\d._-]{0,251}[a-z\d.])?|\[(?<v6>[a-f\d:.]{2,45})\])(?::(?<port>\d{1,5}))?$/i;

const CurrentRequest = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** The address of the service for links: PUBLIC_URL, else the host of the request if it is one, else localhost. */
@Injectable()
class ServiceUrlPipe implements PipeTransform<Request, string> {
  constructor(@Inject(Config) private readonly config: Config) {}

  transform({ protocol, host, socket }: Request): string {
    if (this.config.publicUrl !== undefined) return this.config.publicUrl;
    // A proxy that is trusted may pass on any text as the protocol.
    const scheme = protocol === 'https' ? 'https' : 'http';
    return isHost(host) ? `${scheme}://${host}` : `http://localhost:${socket.localPort}`;
  }
}

/** Whether a text names a host as clients reach it. The caller writes it, so it may be any text. */
export function isHost(text: string | undefined): text is string {
  const { groups } = HOST.exec(text ?? '') ?? {};
  if (groups === undefined) return false;
  const { v6, port } = groups;
  return (v6 === undefined || isIPv6(v6)) && Number(port ?? 0) <= 65_535;
}

/** Parameter decorator: the address of the service, `https://host:port` without a slash at its end. */
export const ServiceUrl = (): ParameterDecorator => CurrentRequest(ServiceUrlPipe);
