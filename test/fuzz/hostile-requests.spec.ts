import { MATRIX } from '../contract/roles-matrix';
import { bePatient, explore, RUNS } from './support/explore';
import { FuzzedService } from './support/fuzzed-service';

const PER_OPERATION = RUNS * 3;

bePatient(PER_OPERATION);

/**
 * Requests that are right but for one thing or two: the answer is one of the document, a refusal of what the document calls
 * wrong, and never a failure of the service.
 */
describe('requests with something wrong', () => {
  let fuzzed: FuzzedService;

  beforeAll(async () => {
    fuzzed = await FuzzedService.start();
  });

  afterAll(() => fuzzed.stop());

  it.each(MATRIX)('do no harm to %s %s', async (method, path) => {
    await fuzzed.replenish();
    const operation = fuzzed.find(method, path);
    await explore(
      fuzzed.draftsOf(operation).hostile(),
      async (draft) => {
        await fuzzed.send(operation, draft);
      },
      PER_OPERATION,
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(OWN_NAMES);
  });
});

/** Of the prototype of all objects, before anything was sent. */
const OWN_NAMES = Object.getOwnPropertyNames(Object.prototype);
