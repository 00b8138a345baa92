import { Catch, Inject } from '@nestjs/common';
import type { Response } from 'express';
import { businessOf } from '../../platform/config/business';
import { Config } from '../../platform/config/config';
import type { DomainError, ErrorKind } from '../../platform/errors/domain-error';
import { ErrorTranslator } from '../../platform/errors/error-translator';
import { errorAnswer } from '../../platform/http/errors/error-answer';
import { ErrorFilter } from '../../platform/http/errors/error.filter';
import type { TrackedRequest } from '../../platform/http/request-id';
import { choosePageLanguage } from './page-language';
import { Pages, type Problem } from './pages';
import { sendPage } from './send-page';

const PROBLEMS: Partial<Readonly<Record<ErrorKind, Problem>>> = {
  not_found: 'dead',
  rate_limited: 'busy',
  unavailable: 'failed',
};

/** Answers with a page what the service cannot serve, in the language of the browser. Every dead link has the same. */
@Catch()
export class PageFaults extends ErrorFilter {
  constructor(
    translator: ErrorTranslator,
    @Inject(Config) private readonly config: Config,
  ) {
    super(translator);
  }

  protected override answer(
    response: Response,
    request: TrackedRequest,
    error: DomainError | undefined,
  ): void {
    const language = choosePageLanguage(null, request.acceptsLanguages(), this.config.businessLanguage);
    const problem = error === undefined ? 'failed' : (PROBLEMS[error.kind] ?? 'unreadable');
    const html = new Pages(language, businessOf(this.config)).problem(problem);
    sendPage(response, { status: error === undefined ? 500 : errorAnswer(error).status, html });
  }
}
