import type { Question } from '../operations/operation';

export interface RawAnswer {
  readonly status: number;
  readonly bytes: number;
  /** From sending the request to the last byte. */
  readonly ms: number;
  readonly text: string;
}

/** The second is for POST /mcp. */
const ACCEPTED = 'application/json, text/event-stream';

/** Sends single requests to the service, with one key. */
export class ApiCalls {
  constructor(
    private readonly origin: string,
    private readonly key: string,
  ) {}

  async send({ method, path, body }: Question): Promise<RawAnswer> {
    const began = performance.now();
    const response = await fetch(this.origin + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', accept: ACCEPTED },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, bytes: Buffer.byteLength(text), ms: performance.now() - began, text };
  }

  /** @returns the id of the created resource */
  async create(path: string, body: object): Promise<number> {
    const { status, text } = await this.send({ method: 'POST', path: `/api/v1${path}`, body });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: { id: number } }).data.id;
  }
}
