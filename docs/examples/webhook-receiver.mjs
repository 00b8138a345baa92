// Receives webhooks. npm install standardwebhooks; WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const receiver = createServer((request, response) => {
  text(request)
    .then((body) => webhook.verify(body, request.headers))
    // Skip a webhook-id that you have seen before.
    .then(({ type }) => process.stdout.write(`${request.headers['webhook-id']} ${type}\n`))
    .then(() => response.writeHead(204).end())
    .catch(() => response.writeHead(401).end());
});
receiver.listen(Number(process.env.PORT ?? 8080));
