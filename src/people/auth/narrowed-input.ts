import { Injectable, type PipeTransform, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { nextParameter, wrapHandler } from '../../platform/http/wrapped-handler';
import type { Narrowing } from '../../platform/openapi/narrowing';
import type { Reach } from '../../platform/restrictions';
import { CurrentReach } from './current-reach';
import { ReachedIds } from '../../platform/reached-ids';
import { isInput, type NarrowedOperation, namedIds, withinReach } from './within-reach';

type Narrow = (args: readonly unknown[], operation: NarrowedOperation) => Promise<readonly unknown[]>;

/** Gives an operation the bodies and queries of a narrowed key as `withinReach` makes them. A pipe, so that it gets its dependencies. */
@Injectable()
export class NarrowedInput implements PipeTransform<Reach | undefined, Narrow | undefined> {
  constructor(private readonly ids: ReachedIds) {}

  /** @returns undefined for a key that is not narrowed */
  transform(reach: Reach | undefined): Narrow | undefined {
    return reach === undefined ? undefined : (args, operation) => this.narrow(reach, args, operation);
  }

  private async narrow(
    reach: Reach,
    args: readonly unknown[],
    operation: NarrowedOperation,
  ): Promise<readonly unknown[]> {
    const inputs = args.filter(isInput);
    const ids = { ...(await this.ids.among(reach, namedIds(inputs))), ...reach };
    return args.map((arg) => (isInput(arg) ? withinReach(arg, { ids, operation }) : arg));
  }
}

/**
 * Wraps the handler of an operation that a narrowed key may call and that reads ids for more than a filter. A filter by an id needs nothing:
 * the rows that it finds are narrowed.
 */
export function readsWithinReach(narrowing: Narrowing | undefined): MethodDecorator {
  return (controller, name, descriptor) => {
    if (narrowing === undefined || narrowing === 'catalogue') return;
    const method: unknown = Reflect.getMetadata(METHOD_METADATA, descriptor.value as object);
    const isFilter = method === RequestMethod.GET || method === RequestMethod.DELETE;
    if (isFilter && narrowing !== 'time' && narrowing !== 'place') return;
    const operation = { narrowing, isNew: method === RequestMethod.POST };
    const index = nextParameter(controller, name);
    CurrentReach(NarrowedInput)(controller, name, index);
    wrapHandler(
      descriptor,
      (handler) =>
        function (...args) {
          const narrow = args[index] as Narrow | undefined;
          if (narrow === undefined) return handler.apply(this, args);
          return narrow(args, operation).then((narrowed) => handler.apply(this, [...narrowed]));
        },
    );
  };
}
