import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { buildDocument } from './openapi';

/** Serves Swagger UI at \`/docs\` and the document at \`/docs/openapi.json\`; builds the document when first asked. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
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
