import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../config/config';
import { CurrentRequest } from './current-request';

/** PUBLIC_URL, else localhost with the port of the service. The client writes `Host`, so a link never depends on it. */
@Injectable()
class ServiceUrlPipe implements PipeTransform<Request, string> {
  constructor(@Inject(Config) private readonly config: Config) {}

  transform({ socket }: Request): string {
    // PORT may be 0; the socket knows the port that the system chose.
    return this.config.publicUrl ?? `http://localhost:${socket.localPort}`;
  }
}

/** Parameter decorator: the address of the service, `https://host:port` without a slash at its end. */
export const ServiceUrl = (): ParameterDecorator => CurrentRequest(ServiceUrlPipe);
