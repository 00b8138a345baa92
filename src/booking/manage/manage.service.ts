import { Inject, Injectable } from '@nestjs/common';
import { businessOf } from '../../platform/config/business';
import { Config } from '../../platform/config/config';
import { ManageLinks } from '../links/manage-links';
import type { ShownThing } from './dto/managed.response';
import type { ManagedThing } from './managed-rows';
import { ManagedThings } from './managed-things';

/** Shows customers what they have booked. */
@Injectable()
export class ManageService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly things: ManagedThings,
    private readonly links: ManageLinks,
  ) {}

  /** @throws NotFoundError */
  async get(token: string): Promise<ShownThing> {
    return this.shown(await this.things.get(token));
  }

  private shown(thing: ManagedThing): ShownThing {
    const { config, links } = this;
    return { thing, business: businessOf(config), businessLanguage: config.businessLanguage, links };
  }
}
