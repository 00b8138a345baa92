import type { ApiClient } from './api-client';

type Method = 'post' | 'put' | 'patch';

/** Sends requests that must succeed. */
export class SureRequests {
  constructor(readonly admin: ApiClient) {}

  /** @returns the id of what was made */
  async make(path: string, body: object): Promise<number> {
    return (await this.answer('post', path, body))['id'] as number;
  }

  async send(method: Method, path: string, body: unknown): Promise<void> {
    await this.answer(method, path, body);
  }

  async answer(method: Method, path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    const { status, body: answer } = await this.admin[method](path, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    return answer.data as Readonly<Record<string, unknown>>;
  }
}
