import { startTestService, type TestService } from '../support/test-service';

const PATH = '/.well-known/security.txt';

describe('The file /.well-known/security.txt', () => {
  let service: TestService;

  const start = async (environment: Readonly<Record<string, string>>) => {
    service = await startTestService({ environment });
    service.clock.set('2026-11-28T08:00:00Z');
  };

  afterEach(() => service.stop());

  it('names the contact, and ends half a year after the request', async () => {
    await start({ SECURITY_CONTACT: 'Security@salon.example', PUBLIC_URL: 'https://book.salon.example' });
    const answer = await fetch(`${service.url}${PATH}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe(
      'Contact: mailto:Security@salon.example\n' +
        'Expires: 2027-05-27T08:00:00.000Z\n' +
        'Canonical: https://book.salon.example/.well-known/security.txt\n',
    );
  });

  it('names a page as the contact, and no address of its own without PUBLIC_URL', async () => {
    await start({ SECURITY_CONTACT: 'https://salon.example/security' });
    const answer = await fetch(`${service.url}${PATH}`);
    expect(await answer.text()).toBe(
      'Contact: https://salon.example/security\nExpires: 2027-05-27T08:00:00.000Z\n',
    );
  });

  it('does not exist without SECURITY_CONTACT, nor below the prefix of the API', async () => {
    await start({});
    const answer = await fetch(`${service.url}${PATH}`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'No such page' } },
    ]);
    expect((await service.anonymous.get(PATH)).status).toBe(404);
  });
});
