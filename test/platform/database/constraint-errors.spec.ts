import { DomainError } from '../../../src/platform/errors/domain-error';
import { ErrorTranslator } from '../../../src/platform/errors/error-translator';
import { startTestService, type TestService } from '../../support/test-service';

interface Constraint {
  readonly name: string;
  readonly state: string;
}

/** All foreign keys, unique and exclusion constraints and unique indexes, with the SQLSTATE of their violation. */
const CONSTRAINTS = `
  select conname as name, case contype when 'f' then '23503' when 'x' then '23P01' else '23505' end as state
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'u', 'x')
  union
  select i.relname, '23505' from pg_index x join pg_class i on i.oid = x.indexrelid
  where i.relnamespace = 'public'::regnamespace and x.indisunique
    -- Values of primary keys that a sequence or a check of the only row provides cannot collide.
    and not (x.indisprimary and x.indnatts = 1) and i.relname not in ('appointment_tallies_pkey', 'demo_rows_pkey')
    and not exists (select from pg_constraint where conindid = x.indexrelid and contype = 'x')
  order by 1`;

describe('The translation of broken constraints', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const translate = ({ name, state }: Constraint) =>
    service.app
      .get(ErrorTranslator)
      .translate(Object.assign(new Error('violation'), { code: state, constraint: name }));

  it('knows every foreign key, unique and exclusion constraint of the schema', async () => {
    const constraints = await service.query<Constraint>(CONSTRAINTS);
    expect(constraints.length).toBeGreaterThan(15);
    const unknown = constraints.filter((constraint) => !(translate(constraint) instanceof DomainError));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['appointments_location_id_fkey', { locationId: 'names no location' }],
    ['appointments_customer_id_fkey', { customerId: 'names no customer' }],
    ['services_category_id_fkey', { categoryId: 'names no category' }],
    ['provider_services_service_id_fkey', { serviceIds: 'names no service' }],
    ['idempotency_records_api_key_id_fkey', { apiKeyId: 'names no api key' }],
  ])('names the member of the body for %s', (name, details) => {
    expect(translate({ name, state: '23503' })).toMatchObject({ kind: 'invalid', details });
  });

  it('leaves a constraint that is not in the schema to become a 500', () => {
    expect(translate({ name: 'unknown_fkey', state: '23503' })).toBeUndefined();
  });
});
