/** The values in the printed requests. */
export interface DemoExample {
  readonly baseUrl: string;
  readonly key: string;
  readonly serviceId: number;
  readonly providerId: number;
  readonly date: string;
  readonly time: string;
}

export interface DemoRequest {
  readonly title: string;
  /** A shell command on one line. */
  readonly command: string;
}

/** Requests to paste into a shell, in this order or another. */
export function demoRequests(example: DemoExample): DemoRequest[] {
  const { baseUrl, key, serviceId, providerId, date, time } = example;
  const curl = (path: string, body?: object) =>
    [
      `curl -s '${baseUrl}/api/v1${path}' -H 'Authorization: Bearer ${key}'`,
      ...(body ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`] : []),
    ].join(' ');
  const booking = {
    name: 'Mia Keller',
    email: 'mia.keller@example.com',
    phone: '+49 30 901820',
    providerId,
    serviceId,
    date,
    start: time,
  };
  return [
    {
      title: 'Slots of a day',
      command: curl(`/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${date}`),
    },
    { title: 'Book one of them', command: curl('/appointments', booking) },
    { title: 'The latest appointments', command: curl('/appointments?length=5&sort=createdAt:desc') },
  ];
}
