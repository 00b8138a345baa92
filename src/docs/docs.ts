import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Clock } from '../common/clock';
import { withCurrentDates } from './current-examples';
import { buildDocument } from './openapi';

/** Serves Swagger UI at `/docs` and the document at `/docs/openapi.json`; builds the document when first asked. */
export function serveDocs(app: INestApplication): void {
  const document = () => withCurrentDates(buildDocument(app), app.get(Clock).now());
  SwaggerModule.setup('docs', app, document, {
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
