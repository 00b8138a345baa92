import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { changed, created, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData } from '../../platform/http/envelope/api-data';
import { PathId } from '../../platform/http/parameters/path-id';
import { WARNINGS_META } from '../../platform/http/envelope/warnings';
import { SeriesCreate, SeriesPatch } from './dto/series-write.dto';
import { SeriesPreview, SeriesResponse, toBookedReply } from './dto/series.response';
import { SERIES_WEIGHT } from './series-weight';
import { SeriesChanges } from './series-changes.service';
import { SeriesQueries } from './series.queries';
import { occurrencesOf } from './recurrence/occurrence-dates';
import { SeriesService } from './series.service';

/** 200 occurrences take up to 290 ms of processor time. */
const CHANGE_WEIGHT = { least: 5, most: 5 };

@ApiTags('Series')
@Controller('series')
export class SeriesController {
  constructor(
    private readonly series: SeriesService,
    private readonly changes: SeriesChanges,
    private readonly queries: SeriesQueries,
  ) {}

  @Operation(
    'any role',
    'Book a series',
    created(SeriesResponse, 'The booked series', {
      preview: ApiData(SeriesPreview, {
        description: 'With `dryRun`: what would be booked',
        optionalMeta: WARNINGS_META,
      }),
      by: toBookedReply,
    }),
    {
      description:
        'Books every occurrence of a recurrence rule, each like an appointment, all in one transaction. The local time stays when the clock changes. An occurrence that cannot be had refuses all, or is left out with `onConflict: "skip"`; without any occurrence the series is refused.',
      refuses: ['OCCURRENCES_REFUSED', 'BROWSER_LIMIT'],
      weighs: SERIES_WEIGHT,
      long: () => true,
      books: occurrencesOf,
      scope: 'appointments:book',
      narrowed: 'time',
    },
  )
  @Post()
  async book(@CurrentWrite() context: WriteContext, @Body() body: SeriesCreate) {
    return { series: await this.series.book(context, body), isDryRun: body.dryRun };
  }

  @Operation('any role', 'Read a series', read(SeriesResponse, 'The series with its appointments'), {
    refuses: ['ANSWER_TOO_LARGE'],
    narrowed: 'whole',
  })
  @Get(':id')
  get(@PathId() id: number, @CurrentReach() reach?: Reach) {
    return this.queries.get(id, undefined, reach);
  }

  @Operation(
    'any role',
    'Change the occurrences that are still to come',
    changed(SeriesResponse, 'The changed series; with `dryRun`: what it would be'),
    {
      weighs: CHANGE_WEIGHT,
      long: () => true,
      description:
        'Each as PATCH of the appointment would. One whose time or provider was changed by itself keeps that; cancelled ones stay as they are. To cancel the series, set `status` to `cancelled`.',
      refuses: ['OCCURRENCES_REFUSED', 'ANSWER_TOO_LARGE'],
      narrowed: 'own',
    },
  )
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: SeriesPatch) {
    return this.changes.change(context, id, body);
  }
}
