export type Answers = (Response | (() => Promise<Response>))[];

/** A `fetch` that gives these answers in turn, and keeps the requests. A function can fail instead. */
export function answering(...answers: Answers) {
  const requests: Request[] = [];
  const fetch = (request: Request): Promise<Response> => {
    const answer = answers[requests.push(request) - 1];
    if (answer === undefined) return Promise.reject(new Error(`no answer for request ${requests.length}`));
    return answer instanceof Response ? Promise.resolve(answer) : answer();
  };
  return { fetch, requests };
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export const failure = (status: number, code: string, details?: object, headers = {}) =>
  json(status, { error: { message: 'It failed', code, details } }, { 'x-request-id': 'req-1', ...headers });

/** An answer with a body as it stands. */
export function plain(type: string | undefined, body: string | null, status = 200): Response {
  const bytes = body === null ? null : new TextEncoder().encode(body);
  return new Response(bytes, { status, headers: type === undefined ? {} : { 'content-type': type } });
}

/** The connection breaks. */
export const broken = () => Promise.reject<Response>(new TypeError('fetch failed'));
