import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Answer } from '../../../platform/http/envelope/answers';
import { Reply } from '../../../platform/http/envelope/envelope';
import { COUNTED } from '../../../platform/http/envelope/header-docs';
import { CSV, StreamReply } from '../../../platform/http/envelope/stream-reply';
import { maskOf } from '../../../platform/http/hiding/mask';
import { type Cell, csvOf } from '../../../platform/values/csv';
import { GROUPINGS, type Report } from '../utilisation';
import { toUtilisation, UtilisationResponse } from './utilisation.response';

const META = {
  from: { type: 'string', example: '2026-12-01' },
  to: { type: 'string', example: '2026-12-31' },
  by: { type: 'string', enum: [...GROUPINGS], example: 'provider' },
  timezone: { type: 'string', example: 'Europe/Berlin', description: 'In which the days are' },
  total: { type: 'integer', example: 1, description: 'How many rows' },
};

/** The columns of the file, by the paths of the members. */
const COLUMNS: readonly (readonly [name: string, of: (row: UtilisationResponse) => Cell])[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['openMin', ({ openMin }) => openMin],
  ['bookedMin', ({ bookedMin }) => bookedMin],
  ['blockedMin', ({ blockedMin }) => blockedMin],
  ['appointments', ({ appointments }) => appointments],
  ['noShows', ({ noShows }) => noShows],
  ['cancellations.customer', ({ cancellations }) => cancellations.customer],
  ['cancellations.business', ({ cancellations }) => cancellations.business],
  ['cancellations.expired', ({ cancellations }) => cancellations.expired],
];

const REVENUE: typeof COLUMNS = [
  ['revenue.booked', ({ revenue }) => revenue.booked],
  ['revenue.paid', ({ revenue }) => revenue.paid],
];

/** A report as JSON, or as a file. */
export const UTILISATION: Answer<Report> = {
  status: 200,
  documents: applyDecorators(
    ApiExtraModels(UtilisationResponse),
    ApiResponse({
      status: 200,
      description: 'The rows, in the order of their names; weekdays from Monday on',
      headers: COUNTED,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['data', 'meta'],
            properties: {
              data: { type: 'array', items: { $ref: getSchemaPath(UtilisationResponse) } },
              meta: {
                type: 'object',
                required: Object.keys(META),
                properties: { ...META, ignored: { type: 'array', items: { type: 'string' } } },
              },
            },
          },
        },
        'text/csv': { schema: { type: 'string' } },
      },
    }),
  ),
  show: (report, zone) => (report.request.format === 'csv' ? toFile(report) : toReply(report, zone)),
  mask: maskOf(UtilisationResponse),
};

function toReply({ request, rows }: Report, timezone: string) {
  const { from, to, by } = request;
  return new Reply(rows.map(toUtilisation), { from, to, by, timezone, total: rows.length });
}

function toFile({ request, rows, hides }: Report): StreamReply {
  const hidden: typeof COLUMNS = REVENUE.map(([name]) => [name, () => null]);
  const columns = [...COLUMNS, ...(hides.includes('payments') ? hidden : REVENUE)];
  const lines = rows.map(toUtilisation).map((row) => columns.map(([, of]) => of(row)));
  const table = csvOf([columns.map(([name]) => name), ...lines]);
  return new StreamReply(table, CSV, `utilisation-by-${request.by}.csv`);
}
