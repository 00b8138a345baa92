import { Injectable } from '@nestjs/common';
import { CommandServices, type Needs, type Services } from '../platform/cli/command-services';

/** Loads what a database takes only for a command that uses it. */
@Injectable()
export class DatabaseCommandServices extends CommandServices {
  async use<T>(work: (services: Services) => Promise<T>, needs: Needs): Promise<T> {
    const { useServices } = await import('./command-context.js');
    return useServices(work, needs);
  }
}
