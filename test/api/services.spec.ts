import { startTestService, type TestService } from '../support/test-service';

describe('services', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('is created with its defaults', async () => {
    const { status, body } = await service.admin.post('/services', { name: '  Haircut ', durationMin: 45 });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: 'Haircut',
      description: null,
      durationMin: 45,
      price: null,
      categoryId: null,
      active: true,
      bufferBeforeMin: 0,
      bufferAfterMin: 0,
      slotIntervalMin: null,
      minNoticeMin: 0,
      maxAdvanceDays: 365,
    });
  });

  it('tells all faults of a body together', async () => {
    const { status, body } = await service.admin.post('/services', {
      name: ' ',
      durationMin: '45',
      price: -1,
      active: null,
    });
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: expect.any(String),
      details: {
        name: 'must not be blank',
        durationMin: 'must be an integer from 1 to 1440',
        price: 'must be from 0 to 99999999.99',
        active: 'must be true or false',
      },
    });
  });
});
