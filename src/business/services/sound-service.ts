import { ValidationError } from '../../platform/errors/errors';
import type { ServicePatch } from './dto/service.dto';
import { faultsOfQuestions } from './questions/question.dto';
import type { TeamNeed } from './service.entity';
import { toStoredTimetable } from './timetable';

/** @throws ValidationError of what needs neither the stored service nor others */
export function assertSound(body: ServicePatch): void {
  assertDistinct(body);
  assertEnoughHelpers(body.team);
  throwFaults(faultsOfQuestions(body.questions));
  toStoredTimetable(body.timetable ?? []);
}

/** @throws ValidationError of every kind, provider, duration and key that an earlier entry of its list has, too */
export function assertDistinct({
  resources = [],
  terms = [],
  durationOptions = [],
  questions = [],
}: ServicePatch): void {
  const repeated = [
    ...repeatedIn('resources', 'kind', resources),
    ...repeatedIn('terms', 'providerId', terms),
    ...repeatedIn('durationOptions', 'durationMin', durationOptions),
    ...repeatedIn('questions', 'key', questions),
  ];
  throwFaults(Object.fromEntries(repeated.map((path) => [path, 'is listed twice'])));
}

/** @throws ValidationError of every entry that needs more providers than it names */
function assertEnoughHelpers(team: readonly TeamNeed[] = []): void {
  const faults = team.flatMap(({ providerIds: { length }, count }, i) =>
    count > length ? [[`team[${i}].count`, `must be at most ${length}, the number of its providerIds`]] : [],
  );
  throwFaults(Object.fromEntries(faults) as Record<string, string>);
}

export function throwFaults(faults: Readonly<Record<string, string>>): void {
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
}

/** The paths of the values that an earlier entry has. */
function repeatedIn<Member extends string>(
  list: string,
  member: Member,
  entries: readonly Readonly<Record<Member, unknown>>[],
): string[] {
  const values = entries.map((entry) => entry[member]);
  return values.flatMap((value, i) => (values.indexOf(value) < i ? [`${list}[${i}].${member}`] : []));
}
