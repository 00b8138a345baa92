import { PageQuery } from '../../../platform/http/pagination/list-query';

export class BusyCalendarListQuery extends PageQuery {}
