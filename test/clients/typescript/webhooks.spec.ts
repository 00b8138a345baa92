import { SignatureError, verifyWebhook } from 'scheduling-service-client';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('76543210fedcba9876543210').toString('base64')}`;
const BODY = '{"id":7,"type":"appointment.booked","sequence":7,"data":{"customerName":"Zoë"}}';

/** Headers that the library of Standard Webhooks signs, as the service does. */
function signed(secret = SECRET, secondsAgo = 0): Record<string, string> {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    'webhook-id': 'msg_7',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_7', at, BODY),
  };
}

const expectRefused = (verification: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  expect(verifyWebhook({ body: BODY, headers: signed(), secret: SECRET, ...verification })).rejects.toThrow(
    SignatureError,
  );

describe('A webhook', () => {
  it('is taken as text with the headers of Node', async () => {
    const event = await verifyWebhook({ body: BODY, headers: signed(), secret: SECRET });
    expect(event).toMatchObject({ type: 'appointment.booked', sequence: 7, data: { customerName: 'Zoë' } });
  });

  it('is taken as bytes with the headers of a Request', async () => {
    const request = new Request('http://receiver/', { method: 'POST', headers: signed(), body: BODY });
    const body = new Uint8Array(await request.arrayBuffer());
    expect(await verifyWebhook({ body, headers: request.headers, secret: SECRET })).toMatchObject({ id: 7 });
  });

  it('is taken when one of two secrets signed it', async () => {
    const secret = [OTHER, SECRET];
    expect(await verifyWebhook({ body: BODY, headers: signed(), secret })).toMatchObject({ id: 7 });
  });

  it('is taken when one of its signatures is of the secret', async () => {
    const headers = signed();
    const signatures = `v1a,AAAA v1,!!! ${signed(OTHER)['webhook-signature']} ${headers['webhook-signature']}`;
    expect(
      await verifyWebhook({
        body: BODY,
        headers: { ...headers, 'webhook-signature': signatures },
        secret: SECRET,
      }),
    ).toMatchObject({ id: 7 });
  });

  it('is taken within the tolerance', async () => {
    const verification = { body: BODY, headers: signed(SECRET, 3_000), secret: SECRET, toleranceSec: 3_600 };
    expect(await verifyWebhook(verification)).toMatchObject({ id: 7 });
  });

  it('is refused when its body has changed', () => expectRefused({ body: BODY.replace('7', '8') }));

  it('is refused when another secret signed it', () => expectRefused({ headers: signed(OTHER) }));

  it('is refused when its id has changed', () =>
    expectRefused({ headers: { ...signed(), 'webhook-id': 'msg_8' } }));

  it('is refused when its timestamp has changed', () =>
    expectRefused({
      headers: { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) },
    }));

  it.each([301, -301])('is refused when it is %i seconds old', (age) =>
    expectRefused({ headers: signed(SECRET, age) }),
  );

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused without %s', (name) =>
    expectRefused({ headers: { ...signed(), [name]: undefined } }),
  );

  it.each(['', 'v1', 'v1,', 'v2,AAAA', 'v1,%%%%', 'v1,AA_A', 'v1,AAAAA', 'v1,A'])(
    'is refused with the signature %j',
    (signature) => expectRefused({ headers: { ...signed(), 'webhook-signature': signature } }),
  );
});
