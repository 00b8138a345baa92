import { aBooking, aProvider, aService } from '../../../support/builders';
import { type HttpAnswer, sendHttp } from '../../../support/send-http';
import type { TestService } from '../../../support/test-service';

/** What was booked, and the path of its page. */
export interface Booked {
  readonly id: number;
  readonly path: string;
}

/** The path of the page behind a link. */
export function pathOf(manageUrl: unknown): string {
  return new URL(String(manageUrl)).pathname;
}

/** A service of a provider of its own. */
export async function aScene({ admin }: TestService, members: object = {}, providerMembers: object = {}) {
  const providerId = await aProvider(admin, { name: 'Ana Silva', ...providerMembers });
  return { providerId, serviceId: await aService(admin, { name: 'Haircut', ...members }) };
}

export async function book(
  { admin }: TestService,
  { providerId, serviceId }: { providerId: number; serviceId: number },
  members: object = {},
): Promise<Booked> {
  const { status, body } = await admin.post('/appointments', aBooking(providerId, serviceId, members));
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
  return { id: body.data.id as number, path: pathOf(body.data.manageUrl) };
}

/** Opens a page. */
export function open(
  { url }: TestService,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<HttpAnswer> {
  return sendHttp(url + path, { method, headers });
}

/** Submits a form as a browser does. */
export function submit(
  { url }: TestService,
  path: string,
  inputs: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  return sendHttp(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(inputs).toString(),
  });
}

/** The page that a browser shows after a form. */
export async function submitAndFollow(
  service: TestService,
  path: string,
  inputs: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const answer = await submit(service, path, inputs);
  if (answer.status !== 303) throw new Error(`expected 303, got ${answer.status}: ${answer.text}`);
  const { pathname, search } = new URL(answer.headers.get('location') ?? '', service.url + path);
  return open(service, pathname + search);
}

/** What a reader sees: the text of the page in one line. */
export function textOf({ text }: Pick<HttpAnswer, 'text'>): string {
  return text
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** The addresses of links and forms of a page, as paths. */
export function addressesIn({ text }: HttpAnswer, service: TestService, path: string) {
  const pathsOf = (pattern: RegExp) =>
    [...text.matchAll(pattern)]
      .map(
        ([, href = '']) =>
          new URL(href.replaceAll('&#x3D;', '=').replaceAll('&#x2F;', '/'), service.url + path),
      )
      .filter(({ origin }) => origin === service.url)
      .map(({ pathname, search }) => pathname + search);
  return { links: pathsOf(/<a [^>]*href="([^"]*)"/g), forms: pathsOf(/<form [^>]*action="([^"]*)"/g) };
}
