import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES, ExampleReceiver, VERIFIED } from '../../support/example-receiver';

describe('The receivers of the documentation', () => {
  it('verify signatures in JavaScript, started as the first line says', async () => {
    const receiver = await ExampleReceiver.start('webhook-receiver.mjs', join(__dirname, '../../..'));
    try {
      expect(await receiver.answers()).toEqual(VERIFIED);
    } finally {
      await receiver.stop();
    }
  });

  it('are in the languages that have a test', async () => {
    expect((await readdir(EXAMPLES)).sort()).toEqual(['webhook-receiver.mjs', 'webhook-receiver.py']);
  });
});
