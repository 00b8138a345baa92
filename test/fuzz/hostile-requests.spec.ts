import { MATRIX } from '../contract/access/roles-matrix';
import { bePatient, explore, RUNS } from './support/explore';
import { FuzzedService } from './support/fuzzed-service';

const PER_OPERATION = RUNS * 3;

bePatient(PER_OPERATION);

/**
 * Each request is valid except for one or two faults. The service must refuse what the OpenAPI document calls invalid, with an
 * answer that the document describes, and must never fail.
 */
describe('Requests with one or two faults', () => {
  let fuzzed: FuzzedService;

  beforeAll(async () => {
    fuzzed = await FuzzedService.start();
  });

  afterAll(() => fuzzed.stop());

  it.each(MATRIX)(
    'get a documented answer from %s %s and change nothing when they are refused',
    async (method, path) => {
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
    },
  );
});

/** The members of `Object.prototype` before the first request, to detect prototype pollution. */
const OWN_NAMES = Object.getOwnPropertyNames(Object.prototype);
