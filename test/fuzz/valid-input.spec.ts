import { MATRIX } from '../contract/access/roles-matrix';
import { bePatient, explore } from './support/explore';
import { FuzzedService } from './support/fuzzed-service';
import { unexplained } from './support/rules';

bePatient();

/**
 * The service accepts each request that the OpenAPI document calls valid, or refuses it by a rule that no schema can express. So
 * no schema promises more than the service accepts.
 */
describe('Requests that match the OpenAPI document', () => {
  let fuzzed: FuzzedService;

  beforeAll(async () => {
    fuzzed = await FuzzedService.start();
  });

  afterAll(() => fuzzed.stop());

  it.each(MATRIX)('are not refused as invalid by %s %s', async (method, path) => {
    await fuzzed.replenish();
    const operation = fuzzed.find(method, path);
    await explore(fuzzed.draftsOf(operation).valid(), async (draft) => {
      const { sent, answer } = await fuzzed.send(operation, draft);
      const complaints = unexplained(operation, answer);
      if (complaints.length > 0) throw new Error(`${sent}\nwas answered with ${complaints.join(', ')}`);
    });
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(OWN_NAMES);
  });
});

/** The members of `Object.prototype` before the first request, to detect prototype pollution. */
const OWN_NAMES = Object.getOwnPropertyNames(Object.prototype);
