import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CategoriesModule } from '../../src/business/categories/categories.module';
import { Operation } from '../../src/people/auth/operation';
import { NotFoundError } from '../../src/platform/errors/errors';
import { asReturned } from '../../src/platform/http/envelope/answers';
import { buildDocument } from '../../src/platform/openapi/openapi';
import { startTestService, type TestService } from '../support/test-service';

const ANSWER = asReturned(() => undefined);

@ApiTags('Services')
@Controller('old-services')
class OldServicesController {
  @Operation('public', 'List services as before', ANSWER, {
    description: 'Without their prices.',
    retired: { since: '2027-01-01', until: '2027-07-01', instead: 'GET /services' },
  })
  @Get()
  list() {
    return { data: [] };
  }

  @Operation('public', 'Read a service as before', ANSWER, {
    retired: { since: '2027-01-01', until: '2027-07-01', instead: 'GET /services/{id}' },
  })
  @Get(':id')
  get(@Param('id') id: string) {
    throw new NotFoundError(`service ${id}`);
  }
}

describe('A retired operation', () => {
  const added = Reflect.getMetadata('controllers', CategoriesModule) as unknown[];
  let plain: TestService;
  let service: TestService;

  beforeAll(async () => {
    // First, because the document that the first service of a run builds is kept for all test files.
    plain = await startTestService();
    added.push(OldServicesController);
    service = await startTestService({ databaseUrl: plain.databaseUrl });
  });

  afterAll(async () => {
    added.pop();
    await service.stop();
    await plain.stop();
  });

  const headersOf = async (path: string) => {
    const { status, headers } = await fetch(`${service.url}/api/v1${path}`);
    return { status, deprecation: headers.get('deprecation'), sunset: headers.get('sunset') };
  };

  it.each([
    ['/old-services', 200],
    ['/old-services/7', 404],
  ])('says in the answer to %s since when it is, and when it ends', async (path, status) => {
    expect(await headersOf(path)).toEqual({
      status,
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    });
  });

  it('is deprecated in the document, which names what to call instead', () => {
    const { paths } = buildDocument(service.app);
    expect(paths['/old-services']?.get).toMatchObject({
      deprecated: true,
      summary: 'List services as before',
      description: expect.stringMatching(
        /^Retired since 2027-01-01, gone after 2027-07-01: use `GET \/services`\.\n\nWithout their prices\./,
      ),
    });
  });

  it('leaves the answers and the description of other operations alone', async () => {
    expect(await headersOf('/providers')).toEqual({ status: 200, deprecation: null, sunset: null });
    expect(buildDocument(service.app).paths['/services']?.get).not.toHaveProperty('deprecated');
  });
});
