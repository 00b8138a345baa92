import { ResourceReply } from '../../../platform/http/envelope/envelope';
import { occupies, type Status } from '../../appointment-status';

/** Members of `meta` of what books several appointments at once. */
export const WARNINGS_META = {
  warnings: {
    type: 'array',
    description:
      'What the caller may have missed: `several_places` says that the appointments take place at several locations',
    items: {
      type: 'object',
      required: ['code', 'message', 'locationIds'],
      properties: {
        code: { type: 'string', enum: ['several_places'] },
        message: { type: 'string', example: 'The appointments take place at several locations' },
        locationIds: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
      },
    },
  },
} as const;

interface AtPlace {
  readonly status: Status;
  readonly locationId: number | null;
}

interface WithAppointments<Row extends AtPlace> {
  readonly appointments: readonly Row[];
}

/** Undefined: nothing is to be said. */
export function warningsOf({ appointments }: WithAppointments<AtPlace>): object | undefined {
  const taken = appointments.filter(({ status }) => occupies(status));
  const places = new Set(taken.flatMap(({ locationId }) => locationId ?? []));
  if (places.size < 2) return undefined;
  const message = 'The appointments take place at several locations';
  const locationIds = [...places].toSorted((a, b) => a - b);
  return { warnings: [{ code: 'several_places', message, locationIds }] };
}

/** The answer to a write of a series or a visit. */
export function withWarnings<Response>(
  row: WithAppointments<AtPlace>,
  response: Response,
): ResourceReply<Response> {
  return new ResourceReply(response, '', warningsOf(row));
}
