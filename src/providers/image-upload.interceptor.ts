import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Observable } from 'rxjs';
import { MalformedRequestError } from '../common/errors/errors';

/** The most bytes that a picture may have (decisions, section 7). */
const MAX_IMAGE_BYTES = 5 * 1_024 * 1_024;
const LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 1,
  fields: 10,
  fieldSize: 10_240,
  parts: 11,
  headerPairs: 50,
};

const Multipart = FileInterceptor('image', { limits: LIMITS });

/** Reads the part `image` of a multipart body into memory. What it cannot read is a 400, too large ones included. */
@Injectable()
export class ImageUploadInterceptor implements NestInterceptor {
  private readonly multipart = new Multipart();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    try {
      return await this.multipart.intercept(context, next);
    } catch (error) {
      throw new MalformedRequestError(
        'The body must be multipart/form-data with one file of at most 5 MiB in the part image',
        { cause: error },
      );
    }
  }
}
