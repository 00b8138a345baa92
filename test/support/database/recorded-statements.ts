import { interceptStatements } from './intercept-statements';

/**
 * Records the statements of this process, by name and text, in the order in which they are sent; `jest.restoreAllMocks` ends it. Call what
 * it returns for those since the last call.
 */
export function recordStatements(): () => readonly string[] {
  const recorded: string[] = [];
  interceptStatements((statement) => {
    recorded.push(typeof statement === 'string' ? statement : `${statement.name ?? ''}: ${statement.text}`);
    return statement;
  });
  return () => recorded.splice(0);
}
