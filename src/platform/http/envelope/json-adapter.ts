import type { RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { Clock } from '../../clock';
import { callerOf } from '../identity';
import { messageClassesOf, type Prototypes } from '../server/express-messages';
import { createHttpServer } from '../server/http-server';
import { routedByResource } from '../server/routes-by-resource';
import { codedTag, entityTagOf, namesWeakly } from '../conditional/entity-tag';
import type { NotedRequest } from '../ignored/ignored-names';
import {
  envelopeOf,
  paginationMeta,
  PreviewReply,
  ResourceReply,
  withIgnored,
  WrittenReply,
} from './envelope';
import { Page, pageTooLarge } from '../../database/reads/page';
import { AnswerTooLargeError } from '../../errors/errors';
import { MOST_ANSWER_BYTES } from '../../values/bounded-json';
import { replyOf, type Showing } from './handler-result';
import { isCompressed, sendCompressed } from './compression';
import type { Links } from './links';
import { sendStream, StreamReply } from './stream-reply';

/** The client may cache a resource, but must revalidate it on each use. Shared caches must not store it. */
const CACHING = 'private, no-cache';
/** Answers without a tag are not cached: the next write outdates them, and they hold personal data. */
const NO_CACHING = 'no-store';

/**
 * Shows what handlers return as their operations say, and writes it in the success envelope. An interceptor in its place costs each request
 * about a tenth of its time, and Express's own `send` and `json` look at much that these answers do not need.
 */
export class JsonAdapter extends ExpressAdapter {
  private showing: Showing;

  /** @param zone of the business */
  constructor(
    private readonly clock: Clock,
    zone: string,
  ) {
    super(routedByResource());
    this.showing = { zone };
  }

  /** Nest makes what writes the links in answers after the adapter. */
  showLinksWith(links: Links): void {
    this.showing = { ...this.showing, links };
  }

  override initHttpServer(): void {
    const app = this.getInstance<Prototypes & RequestListener>();
    this.httpServer = createHttpServer(app, messageClassesOf(app));
  }

  override reply(response: Response, returned: unknown, status?: number): void {
    if (status !== undefined) response.statusCode = status;
    const { ignored } = response.req as NotedRequest;
    const result = replyOf(returned, this.showing, callerOf(response.req));
    if (result instanceof ResourceReply) {
      sendResource(response, result, ignored);
      return;
    }
    if (result instanceof StreamReply) {
      sendStream(response, result, ignored);
      return;
    }
    if (result instanceof WrittenReply) {
      send(response, NO_CACHING, envelopeText(result.json, ignored && { ignored }));
      return;
    }
    if (result instanceof Page) {
      const meta = paginationMeta(result, this.clock.now());
      send(
        response,
        NO_CACHING,
        envelopeText(result.json, ignored === undefined ? meta : { ...meta, ignored }),
        pageTooLarge,
      );
      return;
    }
    if (result instanceof PreviewReply) response.statusCode = 200;
    const envelope = envelopeOf(result);
    const shown = ignored === undefined ? envelope : withIgnored(envelope, ignored);
    send(response, NO_CACHING, JSON.stringify(shown));
  }
}

/** Sends a resource, serialised once, with its entity tag; or 304 if `If-None-Match` has the tag (RFC 9110, sections 8.8.3, 13.1.2). */
function sendResource(
  response: Response,
  resource: ResourceReply<unknown>,
  ignored: readonly string[] | undefined,
): void {
  const { data, meta } = resource;
  const json = JSON.stringify(data);
  const shown = ignored === undefined ? meta : { ...meta, ignored };
  const body = envelopeText(json, shown);
  const isCoded = isCompressed(response, body);
  const tag = tagOf(resource, json);
  response.setHeader('ETag', isCoded ? codedTag(tag) : tag);
  const reads = isRead(response.req);
  const known = response.req.headers['if-none-match'];
  if (reads && known !== undefined && namesWeakly(known, tag)) {
    response.setHeader('Cache-Control', CACHING);
    response.statusCode = 304;
    response.end();
    return;
  }
  send(response, reads ? CACHING : NO_CACHING, body, answerTooLarge, isCoded);
}

/** @param json the data */
function tagOf({ data, hiddenState, included }: ResourceReply<unknown>, json: string): string {
  if (included === undefined) return entityTagOf(json + hiddenState);
  const members = Object.entries(data as object) as [string, unknown][];
  const own = members.filter(([name]) => !included.includes(name));
  const others = members.filter(([name]) => included.includes(name));
  return entityTagOf(JSON.stringify(Object.fromEntries(own)) + hiddenState, JSON.stringify(others));
}

/** @param json the data */
function envelopeText(json: string, meta: object | undefined): string {
  const metaText = meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`;
  return `{"data":${json}${metaText}}`;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** @throws AnswerTooLargeError, ValidationError; what was written is answered, however large it is */
function send(
  response: Response,
  caching: string,
  body: string,
  refusal = answerTooLarge,
  isCoded = isCompressed(response, body),
): void {
  const length = Buffer.byteLength(body);
  if (length > MOST_ANSWER_BYTES && isRead(response.req)) {
    response.removeHeader('ETag');
    throw refusal();
  }
  response.setHeader('Cache-Control', caching);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (isCoded) {
    sendCompressed(response, body);
    return;
  }
  response.setHeader('Content-Length', length);
  response.end(body);
}

function answerTooLarge(): Error {
  return new AnswerTooLargeError();
}
