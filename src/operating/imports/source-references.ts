import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { plainNumber } from '../../platform/http/validation/number-types';
import { ValidationError } from '../../platform/errors/errors';
import type { ImportJob } from './imported-row';
import { type ImportKind, ImportSources, keyOfId } from './import-sources';

const MAX_ID = 2_147_483_647;

/** Our ids of what rows name: `providerId` and the like. */
export class References {
  /** @param ids by the member and the id in the other system */
  constructor(private readonly ids: ReadonlyMap<string, ReadonlyMap<string, number>>) {}

  /** @throws ValidationError of an id that names nothing */
  get(member: string, given: string): number {
    const id = this.find(member, given);
    if (id === undefined)
      throw new ValidationError({ [member]: `names no ${member.slice(0, -'Id'.length)}` });
    return id;
  }

  /** Undefined: the id names nothing. */
  find(member: string, given: string | undefined): number | undefined {
    return given === undefined ? undefined : this.ids.get(member)?.get(given);
  }
}

/** The members that name something, and what. */
const KINDS = {
  customerId: 'customers',
  locationId: 'locations',
  providerId: 'providers',
  serviceId: 'services',
} as const satisfies Readonly<Record<string, ImportKind>>;
type ReferenceMember = keyof typeof KINDS;

/** Translates the ids of another system into ours. */
@Injectable()
export class SourceReferences {
  constructor(private readonly sources: ImportSources) {}

  /**
   * An id is one of the other system when that has brought anything of the kind, or is read as a whole; else it is ours. Never the one or the other: an id of
   * there that was not imported may be that of another person here.
   */
  async read(
    tx: EntityManager,
    { source, isSystem = false }: ImportJob,
    bodies: readonly Partial<Readonly<Record<ReferenceMember, string | null | undefined>>>[],
  ): Promise<References> {
    const found = new Map<string, ReadonlyMap<string, number>>();
    for (const [member, kind] of Object.entries(KINDS) as [ReferenceMember, ImportKind][]) {
      const given = new Set(bodies.flatMap((body) => body[member] ?? []));
      if (given.size === 0) continue;
      const isTheirs = isSystem || (await this.sources.hasAny(tx, source, kind));
      found.set(member, isTheirs ? await this.find(tx, source, kind, given) : ours(given));
    }
    return new References(found);
  }

  private async find(
    tx: EntityManager,
    source: string,
    kind: ImportKind,
    given: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, number>> {
    const keys = [...given].map(keyOfId);
    const found = await this.sources.find(tx, source, kind, keys);
    return new Map([...given].flatMap((each) => entryOf(each, found.get(keyOfId(each)))));
  }
}

function ours(given: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map([...given].flatMap((each) => entryOf(each, plainNumber(each))));
}

function entryOf(given: string, id: number | undefined): [string, number][] {
  return id === undefined || id < 1 || id > MAX_ID ? [] : [[given, id]];
}
