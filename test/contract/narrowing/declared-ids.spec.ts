import type { ExecutionContext, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { classesOf } from '../../../src/platform/http/ignored/handler-classes';
import { type Member, membersOf } from '../../../src/platform/http/validation/members';
import { startTestService, type TestService } from '../../support/test-service';

/** Of which resource the ids in members with such a name are. */
const RESOURCES: readonly (readonly [RegExp, string])[] = [
  [/provider$/i, 'providers'],
  [/location$/i, 'locations'],
  [/customer$/i, 'customers'],
  [/service$/i, 'services'],
  [/resource$/i, 'resources'],
  [/category$/i, 'categories'],
  [/^series$/, 'series'],
  [/^visit$/, 'visits'],
  [/^excludeAppointment$/, 'appointments'],
  // The series is narrowed as a whole.
  [/^fromAppointment$/, 'occurrences'],
];

/** A key is narrowed by the ids that it names, so that a member that does not say whose ids it holds would reach all. */
describe('The bodies and queries that a narrowed key can send', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('say of each id of which resource it is', () => {
    const ids = inputsOf(service).flatMap(({ type }) =>
      membersIn(type).filter(([name]) => /Ids?$/.test(name)),
    );
    const declared = ids
      .filter(([name]) => name !== 'holdId')
      .map(([name, { input }]) => [name, input?.type.ids]);
    expect(new Set(declared.map(([, of]) => of))).toEqual(new Set(RESOURCES.map(([, of]) => of)));
    for (const [name = '', of] of declared)
      expect([name, of]).toEqual([
        name,
        RESOURCES.find(([each]) => each.test(name.replace(/Ids?$/, '')))?.[1],
      ]);
  });

  it('say among whom the service chooses, where they ask for time and need not name a provider', () => {
    const asking = inputsOf(service).filter(({ narrowed }) => narrowed === 'time');
    expect(asking).toHaveLength(13);
    const choices = asking.map(({ type }) => {
      const options = membersIn(type).flatMap(([, { input }]) =>
        input?.type.ids === 'providers' ? [input.options] : [],
      );
      return [
        type.name,
        options.some(({ optional }) => optional),
        options.some(({ among }) => among !== undefined),
      ];
    });
    expect(choices).toEqual(choices.map(([name]) => [name, true, true]));
  });
});

/** The classes of bodies and queries of all handlers that a narrowed key can call. */
function inputsOf(service: TestService) {
  const modules = [...service.app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype, instance }) => {
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] ?? {};
      const narrowed: unknown = Reflect.getMetadata('narrowed', handler);
      if (narrowed === undefined) return [];
      const context = { getHandler: () => handler, getClass: () => metatype } as unknown as ExecutionContext;
      const { query, body } = classesOf(context);
      return [query, body].flatMap((type) => (type === undefined ? [] : [{ narrowed, type }]));
    });
  });
}

/** The members of a class, and of the objects in its lists. */
function membersIn(type: Type<object>): readonly (readonly [string, Member])[] {
  return Object.entries(membersOf(type)).flatMap(([name, member]) => {
    const entry = member.input?.type.entry;
    if (member.input === undefined) return [];
    return [[name, member] as const, ...(entry === undefined ? [] : membersIn(entry()))];
  });
}
