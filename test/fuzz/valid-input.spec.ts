import { MATRIX } from '../contract/roles-matrix';
import { bePatient, explore } from './support/explore';
import { FuzzedService } from './support/fuzzed-service';
import { unexplained } from './support/rules';

bePatient();

/**
 * Requests that the document calls valid: they are done, or refused by a rule that no schema can say. So no schema promises
 * more than the service takes.
 */
describe('requests that are valid by the document', () => {
  let fuzzed: FuzzedService;

  beforeAll(async () => {
    fuzzed = await FuzzedService.start();
  });

  afterAll(() => fuzzed.stop());

  it.each(MATRIX)('are not called invalid by %s %s', async (method, path) => {
    await fuzzed.replenish();
    const operation = fuzzed.find(method, path);
    await explore(fuzzed.draftsOf(operation).valid(), async (draft) => {
      const { asked, answer } = await fuzzed.send(operation, draft);
      const complaints = unexplained(operation, answer);
      if (complaints.length > 0) throw new Error(`${asked}\nwas answered with ${complaints.join(', ')}`);
    });
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(OWN_NAMES);
  });
});

/** Of the prototype of all objects, before anything was sent. */
const OWN_NAMES = Object.getOwnPropertyNames(Object.prototype);
