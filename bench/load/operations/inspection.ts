import type { Answer, Ground, Operation, Question } from './operation';

/** The number of answers of each operation that are checked in detail. */
const SAMPLES = 5;

interface Asking {
  readonly service: { readonly origin: string };
  readonly key: string;
  readonly ground: Ground;
}

/**
 * Checks some answers of an operation before it is driven: a fast wrong answer is not worth measuring.
 * @throws Error that shows the request and the wrong answer
 */
export async function inspect(asking: Asking, operation: Operation): Promise<void> {
  for (let sample = 0; sample < SAMPLES; sample++) await inspectOne(asking, operation);
}

async function inspectOne({ service, key, ground }: Asking, operation: Operation): Promise<void> {
  const question = operation.begin(ground)();
  const answer = await ask(service.origin, key, question);
  try {
    operation.inspect(answer, question, ground);
  } catch (error) {
    const request = `${question.method} ${question.path} ${JSON.stringify(question.body ?? '')}`;
    const response = JSON.stringify(answer).slice(0, 500);
    throw new Error(`${operation.title}: ${String(error)}\n${request}\n${response}`, { cause: error });
  }
}

async function ask(origin: string, key: string, { method, path, body }: Question): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const envelope = (await response.json()) as { data?: unknown; error?: unknown; meta?: { total?: number } };
  return { status: response.status, data: envelope.data ?? envelope.error, total: envelope.meta?.total };
}
