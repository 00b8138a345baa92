import type { Answer } from '../../support/api-client';

/** How many requests succeeded. */
export function succeeded(answers: readonly Answer[]): number {
  return answers.filter(({ status }) => status < 300).length;
}

/** The reasons of the refusals. */
export function reasonsOf(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ body }) => (body.error?.details?.reason as string | undefined) ?? []);
}

/** Expects that each request succeeded or was refused by a rule. */
export function expectSuccessOrRefusal(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([]);
}
