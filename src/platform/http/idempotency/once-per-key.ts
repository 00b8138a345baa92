import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type WritingRequest, writeContextOf } from '../conditional/current-write';
import { Clock } from '../../clock';
import { type Envelope, envelopeOf, PreviewReply, ResourceReply, StoredReply } from '../envelope/envelope';
import { DomainError, type ErrorKind } from '../../errors/domain-error';
import { errorAnswer, type ErrorEnvelope, RepeatedError } from '../errors/error-answer';
import { IDEMPOTENCY_REPLAYED } from './idempotency-key';
import type { Effect } from '../../database/write-context';
import type { Answer } from './idempotency-record.entity';
import { IdempotencyService } from './idempotency.service';
import { type KeyedRequest, keyedRequestOf } from './keyed-request';

/** Errors that are stored and repeated, because the same request would fail again. After other errors a retry runs anew. */
const ANSWERS: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['not_found', 'invalid', 'refused']);

/**
 * Runs a POST with an `Idempotency-Key` once (docs/interface.md, Repeated and conditional requests). It starts after the body has been read, and wraps
 * validation and handler. The handler joins the transaction that is opened here; the answer is sent after its commit.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<WritingRequest>();
    const keyed = keyedRequestOf(request);
    if (keyed === undefined) return next.handle();
    return from(this.answer(request, http.getResponse<Response>(), keyed, next));
  }

  private async answer(
    request: WritingRequest,
    response: Response,
    keyed: KeyedRequest,
    next: CallHandler,
  ): Promise<unknown> {
    let effects: Effect[] = [];
    const { answer, isReplayed } = await this.idempotency.once(
      writeContextOf(request),
      keyed,
      (transaction) => {
        effects = [];
        request.joins = { transaction, effects };
        return this.firstAnswer(response, next);
      },
    );
    for (const effect of effects) await effect();
    if (isReplayed) response.setHeader(IDEMPOTENCY_REPLAYED, 'true');
    response.status(answer.status);
    return toResult(answer);
  }

  private async firstAnswer({ statusCode }: Response, next: CallHandler): Promise<Answer> {
    try {
      const result: unknown = await lastValueFrom(next.handle());
      const kind = result instanceof ResourceReply ? 'resource' : 'envelope';
      const stored = result instanceof ResourceReply ? result : envelopeOf(result, this.clock.now());
      const status = result instanceof PreviewReply ? 200 : statusCode;
      return { kind, status, body: JSON.stringify(stored) };
    } catch (error) {
      if (!(error instanceof DomainError) || !ANSWERS.has(error.kind)) throw error;
      const { status, body } = errorAnswer(error);
      return { kind: 'error', status, body: JSON.stringify(body) };
    }
  }
}

/** The handler result that produces a stored answer, byte by byte. @throws RepeatedError for a stored error */
function toResult({ kind, status, body }: Answer): ResourceReply<unknown> | StoredReply {
  const said = JSON.parse(body) as object;
  if (kind === 'error') throw new RepeatedError(status, said as ErrorEnvelope);
  if (kind === 'envelope') return new StoredReply(said as Envelope);
  const { data, hiddenState, meta } = said as ResourceReply<unknown>;
  return new ResourceReply(data, hiddenState, meta);
}
