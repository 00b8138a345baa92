import { join } from 'node:path';
import { ExampleReceiver, VERIFIED } from '../support/example-receiver';

it('The receiver of the documentation in Python verifies signatures', async () => {
  const receiver = await ExampleReceiver.start(
    'python3',
    join(__dirname, '../../docs/examples/webhook-receiver.py'),
  );
  try {
    expect(await receiver.answers()).toEqual(VERIFIED);
  } finally {
    await receiver.stop();
  }
});
