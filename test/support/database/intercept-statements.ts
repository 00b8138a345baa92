import { Client } from 'pg';

/** What is passed to `query` of `pg`. */
export type SentStatement = string | { readonly name?: string; readonly text: string };

/** Shows every statement of this process to `replace` before it is sent; `jest.restoreAllMocks` ends it. */
export function interceptStatements(replace: (statement: SentStatement) => SentStatement): void {
  const send = Reflect.get(Client.prototype, 'query') as (...values: unknown[]) => unknown;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...values: unknown[]) {
    const [statement, ...others] = values;
    return Reflect.apply(send, this, [replace(statement as SentStatement), ...others]) as never;
  });
}
