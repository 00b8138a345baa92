import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { idempotencyRuleOf } from '../../src/platform/http/idempotency/idempotency-decorators';
import { startTestService, type TestService } from '../support/test-service';

describe('every POST handler', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('declares with a decorator whether it honours the Idempotency-Key', () => {
    const handlers = handlersOf(service, RequestMethod.POST);
    expect(handlers.length).toBeGreaterThanOrEqual(14);
    const undecided = handlers.filter(({ handler }) => idempotencyRuleOf(handler) === undefined);
    expect(undecided.map(({ name }) => name)).toEqual([]);
  });

  it('is the only kind of handler with an idempotency decorator', () => {
    const others = [RequestMethod.GET, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE];
    const decided = others
      .flatMap((method) => handlersOf(service, method))
      .filter(({ handler }) => idempotencyRuleOf(handler) !== undefined);
    expect(decided.map(({ name }) => name)).toEqual([]);
  });
});

/** The handlers of a method in all controllers of the app. */
function handlersOf(service: TestService, method: RequestMethod) {
  const modules = [...service.app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ name, instance }) => {
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return new MetadataScanner()
      .getAllMethodNames(prototype)
      .map((member) => ({ name: `${String(name)}.${member}`, handler: prototype[member] ?? {} }))
      .filter(({ handler }) => Reflect.getMetadata(METHOD_METADATA, handler) === method);
  });
}
