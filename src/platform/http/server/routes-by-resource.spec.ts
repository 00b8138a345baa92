import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { routedByResource } from './routes-by-resource';

const says =
  (text: string): RequestHandler =>
  (request, response) => {
    response.end(`${text} ${String(request.params['id'])}`);
  };

async function answerOf(method: string, path: string): Promise<string> {
  const app = routedByResource();
  app.use((_request, response, next) => {
    response.setHeader('Before', 'routes');
    next();
  });
  app.get('/api/v1/services', says('services'));
  app.get('/api/v1/services/:id', says('service'));
  app.post('/api/v1/visits', says('visit'));
  app.get('/api/v1/pets-:id', says('pet'));
  app.get('/m/:id', says('page'));
  app.use((_request, response) => response.end('nothing'));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return `${await answer.text()}, ${String(answer.headers.get('Before'))}`;
  } finally {
    server.close();
  }
}

describe('routes by resource', () => {
  it.each([
    ['GET', '/api/v1/services?page=2', 'services undefined'],
    ['GET', '/api/v1/services/7', 'service 7'],
    ['GET', '/API/v1/Services/7', 'service 7'],
    ['POST', '/api/v1/visits', 'visit undefined'],
    ['GET', '/api/v1/pets-7', 'pet 7'],
    ['GET', '/m/x', 'page x'],
    ['GET', '/api/v1/visits', 'nothing'],
    ['GET', '/api/v1/services/', 'nothing'],
    ['GET', '/api/v1/servicesandmore', 'nothing'],
    ['GET', '/api/v1', 'nothing'],
    ['OPTIONS', '/api/v1/services', 'nothing'],
  ])('answers %s %s', async (method, path, expected) => {
    expect(await answerOf(method, path)).toBe(`${expected}, routes`);
  });

  it('names the route of the request for the metrics', async () => {
    const app = routedByResource();
    app.get('/api/v1/services/:id', (request, response) => {
      response.end((request.route as { path: string }).path);
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/services/7`);
      expect(await answer.text()).toBe('/api/v1/services/:id');
    } finally {
      server.close();
    }
  });
});
