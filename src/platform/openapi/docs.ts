import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Clock } from '../clock';
import { withCurrentDates } from './current-examples';
import { buildDocument } from './openapi';

/**
 * Serves Swagger UI at `/docs` and the document at `/docs/openapi.json`; builds the document when first asked, and dates
 * its examples at each request.
 */
export function serveDocs(app: INestApplication): void {
  const clock = app.get(Clock);
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    patchDocumentOnRequest: (_request, _response, document) => withCurrentDates(document, clock.now()),
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'Scheduling Service API',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      tryItOutEnabled: true,
    },
  });
  const express = app.getHttpAdapter();
  express.get('/api/docs', (_request: Request, response: Response) => {
    response.redirect(301, '/docs');
  });
}
