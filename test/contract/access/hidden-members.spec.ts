import { hiddenGroupOf, WITH_HIDDEN_COLUMNS } from '../../../src/operating/audit/hidden-columns';
import { operationsOf, resolve, type Schema, type Schemas } from '../../../src/platform/openapi/operations';
import { builtDocument } from '../../support/openapi/built-document';
import { startTestService, type TestService } from '../../support/test-service';

/** What looks like money, or like something by which to reach a person. */
const SUSPICIOUS =
  /price|pay|revenue|spent|terms|options|amount|cost|fee|cents|balance|tip|discount|mail|phone|mobile|address|notes|recipient|contact|error/i;

/** Members that look so and that no key hides. */
const SHOWN: readonly RegExp[] = [
  // Users and providers are staff, and places are public.
  /^(Nullable)?Provider\w*\.(email|phone)$|^User\w*\.email$/,
  /^(Nullable|Public)?Location\w*\.(address|email|phone)$|^Refusal\.contact$/,
  // Who comes, and what those who give the appointment are to know.
  /^(Appointment|Series|Visit|Waitlist)Create\.(email|phone)$/,
  /^\w*(Appointment|Series|Visit|Waitlist)\w*\.notes$|^NotesPatch\.notes$/,
  // Of the business and its places.
  /^ManagedBusinessResponse\.(address|email|phone)$/,
  /^(Nullable)?ManagedPlace\.address$/,
  // Of a puzzle: how much work it is.
  /^ChallengeParameters\.cost$/,
  // The values that there are.
  /^FilterOptionsResponse\.paymentStatuses$/,
  // Of a calendar that is read, and of a webhook, which such keys cannot see.
  /^BusyCalendarResponse\.lastError$|^DeliveryAttemptResponse\.error$/,
  /^\w*(Envelope|Error)\.error$/,
];

describe('The members that keys can hide', () => {
  let service: TestService;
  let schemas: Schemas;

  beforeAll(async () => {
    service = await startTestService();
    schemas = builtDocument(service.app).components?.schemas ?? {};
  });

  afterAll(() => service.stop());

  /** Its schema says so, or the one to which it refers. */
  const isHidden = (schema: Schemas[string]) => 'x-hidden' in resolve(schema, schemas);

  const membersThat = (matches: (name: string, schema: Schemas[string]) => boolean) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries((schema as Schema).properties ?? {})
        .filter(([member, each]) => matches(member, each))
        .map(([member]) => `${name}.${member}`),
    );

  it('are all that look like money or like something by which to reach a person', () => {
    const unmarked = membersThat((name, schema) => SUSPICIOUS.test(name) && !isHidden(schema));
    expect(unmarked.filter((member) => !SHOWN.some((shown) => shown.test(member)))).toEqual([]);
    for (const shown of SHOWN)
      expect([shown, unmarked.some((member) => shown.test(member))]).toEqual([shown, true]);
  });

  it('are those columns that hold money or contacts, in the resource of the same name', () => {
    const marked = new Set(membersThat((_name, schema) => isHidden(schema)));
    const columns = [
      ...['AppointmentResponse.price', 'AppointmentResponse.payment_status'],
      ...[
        'AppointmentResponse.answers',
        'AppointmentResponse.attendeePhone',
        'WaitlistEntryResponse.attendeePhone',
      ],
      ...['email', 'phone', 'address', 'notes'].map((name) => `CustomerResponse.${name}`),
      ...['price', 'terms', 'durationOptions'].map((name) => `ServiceResponse.${name}`),
      'NotificationResponse.recipient',
    ];
    expect(columns.filter((column) => !marked.has(column))).toEqual([]);
    const described = Object.values(WITH_HIDDEN_COLUMNS)
      .flatMap((table) => Object.values(table))
      .filter(({ holds }) => hiddenGroupOf(holds) !== undefined);
    // No answer has the price of a hold or of a seat, or the text of a message, before and after it was sent, as it is stored. What was said
    // of a guest, of an appointment and of an entry of the waitlist, stands in the members of the attendee and the customer.
    expect(described.length).toBe(columns.length + 6);
  });

  it('stand in the document at each operation, which says so in words, too', () => {
    const operations = operationsOf(builtDocument(service.app)).map(({ method, path, operation }) => ({
      name: `${method} ${path}`,
      hidden: (operation as { 'x-hidden'?: unknown })['x-hidden'],
      text: operation.description ?? '',
    }));
    const of = (name: string) => operations.find((each) => each.name === name);
    expect(of('GET /services')).toMatchObject({
      hidden: { payments: ['durationOptions', 'price', 'terms'] },
      text: expect.stringContaining(
        'Keys with `--hide`: `payments` hides `durationOptions`, `price`, `terms`.',
      ) as string,
    });
    expect(of('GET /appointments')?.hidden).toEqual({
      contacts: ['address', 'answers', 'attendeePhone', 'email', 'manageUrl', 'notes', 'phone'],
      payments: ['durationOptions', 'payment_status', 'price', 'terms'],
    });
    expect(of('GET /categories')).toMatchObject({ hidden: {} });
    expect(of('GET /health/live')?.hidden).toBeUndefined();
    const refused = operations.filter(({ hidden }) => hidden === 'refused');
    const others = refused.filter(({ name }) => !/ \/webhooks|\.ics$|\/feed$/.test(name));
    expect([refused.length > 10, others]).toEqual([true, []]);
  });

  it('are in no other part of an answer than its data', () => {
    interface Described {
      readonly content?: Record<string, { readonly schema?: Schema }>;
    }
    const metas = operationsOf(builtDocument(service.app)).flatMap(({ operation }) =>
      Object.values(operation.responses).map((response) => {
        const schema = (response as Described).content?.['application/json']?.schema;
        return JSON.stringify([schema?.properties?.['meta']]);
      }),
    );
    const referred = new Set(
      metas.flatMap((meta) => [...meta.matchAll(/schemas\/(\w+)"/g)].map(([, name = '']) => name)),
    );
    expect([...referred]).toContain('OverlappedAppointment');
    const hidden = membersThat((_name, schema) => isHidden(schema)).map((each) => each.split('.')[0]);
    expect([...referred].filter((name) => hidden.includes(name))).toEqual([]);
    expect(metas.filter((meta) => /"(price|email|phone|payment_status)"/.test(meta))).toEqual([]);
  });
});
