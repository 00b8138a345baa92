import type { PlacedOperation } from '../../../src/platform/openapi/operations';
import type { Answer } from '../../support/api-client';

/** A fault of a field that the schemas of the document cannot express. */
interface Rule {
  readonly path: RegExp;
  readonly field: RegExp;
  readonly message: RegExp;
}

/** Rules that no schema of OpenAPI 3.0 can express: references, relations between fields, and the calendar. */
const RULES: readonly Rule[] = [
  { path: /./, field: /Ids?$/, message: /^names (no|nothing|something) / },
  { path: /./, field: /^(email|slug)$/, message: /^belongs to another/ },
  {
    path: /./,
    field: /^(date|start|end|from|to|updatedFrom|exdates)$/,
    message: /^must be a (date|time) as /,
  },
  {
    path: /./,
    field: /^(to|end|workEnd)$/,
    message: /^must (not be before|be later than|be after|be at most)/,
  },
  { path: /./, field: /^(timezone|attendeeTimezone)$/, message: /^must be an IANA time zone/ },
  { path: /./, field: /^(language|attendeeLanguage)$/, message: /^must be a language tag/ },
  { path: /^\/(providers|locations)/, field: /^timezone$/, message: /^must be that of other hours/ },
  {
    path: /^\/providers/,
    field: /^(schedule(\[\d+\]\.locationId)?|(days\[\d+\]\.)?hours(\[\d+\]\.locationId)?)$/,
    message: /^needs the zone of other hours/,
  },
  {
    path: /^\/services/,
    field: /^(timetable(\[\d+\]\.locationId)?|startsAt)$/,
    message: /^needs the zone of other hours/,
  },
  {
    path: /^\/providers/,
    field: /^schedule\[\d+\]\./,
    message:
      /^(overlaps |must not be |must be later than start|must be a date as |is required when everyWeeks)/,
  },
  {
    path: /^\/locations/,
    field: /^hours\[\d+\]\./,
    message:
      /^(overlaps |must not be |must be later than start|must be a date as |is required when everyWeeks)/,
  },
  {
    path: /\/special-hours/,
    field: /^(days\[\d+\]\.)?hours\[\d+\]\./,
    message: /^(overlaps |must be later than start)/,
  },
  { path: /\/special-hours$/, field: /^days\[\d+\]\.date$/, message: /^(is named twice|must be a date as )/ },
  {
    path: /^\/services/,
    field:
      /^(resources\[\d+\]\.kind|terms\[\d+\]\.providerId|durationOptions\[\d+\]\.durationMin|questions\[\d+\]\.key)$/,
    message: /^is listed twice$/,
  },
  {
    path: /^\/services/,
    field: /^questions\[\d+\]\.(key|choices|labels)$/,
    message:
      /^(must be another word|must not be empty|goes only with the type choice|must have (language|each)|must not have the key)/,
  },
  {
    path: /^\/(appointments|series|visits)/,
    field: /^(items\[\d+\]\.)?answers\./,
    message: /^names no question of the service$/,
  },
  {
    path: /^\/services/,
    field: /^timetable\[\d+\]\./,
    message: /^(meets the class of |must not be |must be a date as |is required when everyWeeks)/,
  },
  { path: /./, field: /^(items\[\d+\]\.)?durationMin$/, message: /^must be a duration of the service/ },
  { path: /./, field: /^end$/, message: /^must be durationMin after the start/ },
  { path: /^\/services/, field: /^team\[\d+\]\.count$/, message: /^must be at most \d+, the number of its/ },
  {
    path: /^\/availability\/(slots|summary|calendar)$/,
    field: /^providerId$/,
    message: /^is required, unless anyProvider/,
  },
  { path: /\/calendar$/, field: /^month$/, message: /^stands alone/ },
  {
    path: /\/(calendar|summary|slots)$/,
    field: /^(to|month|anyProvider)$/,
    message: /^covers too many slots/,
  },
  {
    path: /^\/(appointments|waitlist)$/,
    field: /^(name|email|date)$/,
    message: /^is (required|not the e-mail address)/,
  },
  { path: /./, field: /^metadata$/, message: /^must (have at most 50 members$|not have the key )/ },
  { path: /./, field: /^(items\[\d+\]\.)?answers$/, message: /^must not have the key / },
  { path: /^\/customers/, field: /^firstName$/, message: /^is required$/ },
  { path: /./, field: /^q$/, message: /^must have at most \d+ words/ },
  { path: /./, field: /^seats$/, message: /^must be at most \d+, the capacity/ },
  { path: /./, field: /^resourceIds$/, message: /^must be (just|those)/ },
  {
    path: /^\/(appointments|series)$/,
    field: /^expiresInMin$/,
    message: /^goes only with the status pending/,
  },
  {
    path: /^\/appointments/,
    field: /^(arrivedAt|startedAt)$/,
    message: /^must (not be in the future|be an instant with an offset)/,
  },
  {
    path: /^\/(appointments|series|visits)/,
    field: /^(cancelledBy|cancelReason)$/,
    message: /^(goes only with the status cancelled|must be null where|must be one of customer, business$)/,
  },
  {
    path: /^\/(appointments|holds|series|availability\/check|appointments\/check-availability)$/,
    field: /^(anyProvider|providerIds|providerId)$/,
    message: /^(must not stand with providerId|goes only with anyProvider|is required)/,
  },
  {
    path: /^\/(appointments|holds)$/,
    field: /^(providerIds?|serviceId|durationMin|start|end|date|seats|locationId|resourceIds)$/,
    message: /^is (required|not what is held)/,
  },
  {
    path: /(time-off|^\/closures)$|\/special-hours/,
    field: /^(otherwise|message)$/,
    message: /^goes only with appointments /,
  },
  { path: /^\/series$/, field: /^(name|email)$/, message: /^is (required|not the e-mail address)/ },
  { path: /^\/series$/, field: /^rrule$/, message: /^(does not yield|ends before|goes on|yields more)/ },
  { path: /^\/series$/, field: /^exdates$/, message: /^leaves no/ },
  { path: /^\/visits$/, field: /^(name|email|date)$/, message: /^is (required|not the e-mail address)/ },
  {
    path: /^\/visits/,
    field: /^(items|start|date|status)$/,
    message: /^(can be had in too many ways|cannot change: nothing|goes not with a new time)/,
  },
  { path: /^\/availability\/search$/, field: /^timeTo$/, message: /^must be later than timeFrom$/ },
  { path: /^\/waitlist$/, field: /^timeTo$/, message: /^must be later than timeFrom/ },
  { path: /busy-calendars/, field: /^url$/, message: /^(must (be a URL|not contain a user)|cannot be used)/ },
  { path: /^\/webhooks/, field: /^url$/, message: /^must (be a URL|not contain a user)/ },
  { path: /^\/(webhooks|events)/, field: /^after$/, message: /^is not the id of an event$/ },
  { path: /\/check(-availability)?$/, field: /^date$/, message: /^is required where start is a time/ },
  { path: /^\/users/, field: /^subject$/, message: /^belongs to another user/ },
  {
    path: /^\/api-keys/,
    field: /^expiresAt$/,
    message: /^must be (after now|an instant with an offset|a date from )/,
  },
  {
    path: /^\/api-keys/,
    field: /^scopes$/,
    message: /^(must be given with origins|has \S+, which no page can have)/,
  },
  { path: /^\/api-keys\/\{id\}$/, field: /^origins$/, message: /^cannot be taken away/ },
];

/** Returns the faults in an answer to a valid request that no rule explains. */
export function unexplained({ path, operation }: PlacedOperation, { status, body }: Answer): string[] {
  if (status < 400 || status === 404) return [];
  if (status === 400 && operation.operationId === 'profileImageReplace') return [];
  if (status !== 422) return [`${status} ${JSON.stringify(body)}`];
  const { code, details } = (body as { error: { code: string; details: Readonly<Record<string, string>> } })
    .error;
  if (code !== 'VALIDATION_ERROR') return [];
  return Object.entries(details)
    .filter(
      ([field, message]) =>
        !RULES.some((rule) => rule.path.test(path) && rule.field.test(field) && rule.message.test(message)),
    )
    .map(([field, message]) => `${field} ${message}`);
}
