import { type ArgumentsHost, Catch } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ErrorTranslator } from '../../errors/error-translator';
import { ErrorFilter } from '../errors/error.filter';
import { OncePerKey } from './once-per-key';

/** Stores a fault that is found before a POST's handler runs as the answer to its `Idempotency-Key`, unless the key was used already. */
@Catch()
export class KeyedFaultFilter extends ErrorFilter {
  constructor(
    translator: ErrorTranslator,
    private readonly once: OncePerKey,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super(translator);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    if (!this.once.hasNotBegun(http)) {
      super.catch(thrown, host);
      return;
    }
    this.once
      // Pipes throw nothing but errors.
      .run(http, () => Promise.reject(thrown as Error))
      .then((result) => {
        this.adapterHost.httpAdapter.reply(http.getResponse(), result);
      })
      .catch((error: unknown) => {
        super.catch(error, host);
      });
  }
}
