import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Observable } from 'rxjs';
import { IdempotencyService } from '../../../platform/http/idempotency/idempotency.service';
import { keyedRequestOf } from '../../../platform/http/idempotency/keyed-request';
import type { IdentifiedRequest } from '../../../platform/http/identity';
import { MalformedRequestError } from '../../../platform/errors/errors';
import { ConcurrencyLimit } from '../../../platform/async/concurrency-limit';
import { readInTurns } from '../../../platform/http/server/read-in-turns';
import { ProfileImageRenderer } from './profile-image-renderer';

/** The most bytes that a picture may have (docs/reference/business.md). */
const MAX_IMAGE_BYTES = 5 * 1_024 * 1_024;
const LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 1,
  fields: 10,
  fieldSize: 10_240,
  parts: 11,
  headerPairs: 50,
};

const NO_IMAGE = 'The body must be multipart/form-data with a file in the part image';
const UNREADABLE = 'The body must be multipart/form-data with one file of at most 5 MiB in the part image';

const Multipart = FileInterceptor('image', { limits: LIMITS });

/** The file that the handler gets: the upload, and the picture that is rendered from it. */
export interface UploadedImage {
  readonly buffer: Buffer;
  picture: Buffer;
}

/** Reads and renders the part `image` before a row is locked, as both take long. A body that is unreadable or too large is a 400. */
@Injectable()
export class ImageUploadInterceptor implements NestInterceptor {
  private readonly multipart = new Multipart();
  /** Applied before a body is read, so that an upload that waits holds nothing in memory. */
  private readonly limit = new ConcurrencyLimit({
    running: 2,
    waiting: 10,
    patienceMs: 15_000,
    refusal: 'Too many images are being uploaded; try again shortly',
  });

  constructor(
    private readonly renderer: ProfileImageRenderer,
    private readonly idempotency: IdempotencyService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return this.limit.run(async () => {
      const handled = await this.read(context, next);
      const request = context.switchToHttp().getRequest<IdentifiedRequest & { file?: UploadedImage }>();
      const keyed = keyedRequestOf(request);
      if (keyed !== undefined) await this.idempotency.refuseReused(keyed);
      const { file } = request;
      if (file === undefined) throw new MalformedRequestError(NO_IMAGE);
      file.picture = await this.renderer.render(file.buffer);
      return handled;
    });
  }

  private async read(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    try {
      readInTurns(context.switchToHttp().getRequest());
      return await this.multipart.intercept(context, next);
    } catch (error) {
      throw new MalformedRequestError(UNREADABLE, { cause: error });
    }
  }
}
