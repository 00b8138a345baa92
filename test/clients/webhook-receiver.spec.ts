import { ExampleReceiver, VERIFIED } from '../support/example-receiver';

it('The receiver of the documentation in Python verifies signatures, started as the first line says', async () => {
  const receiver = await ExampleReceiver.start('webhook-receiver.py');
  try {
    expect(await receiver.answers()).toEqual(VERIFIED);
  } finally {
    await receiver.stop();
  }
});
