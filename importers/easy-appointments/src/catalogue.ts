import { type Said, said } from './line';
import { plainTextIn } from './plain-text';
import { type EasyRow, idIn, metadataIn, numberIn, textIn } from './row';
import type { EasySettings } from './settings';

/** Minutes from one start to the next of a service that is `flexible`, in version 1.5. */
const FLEXIBLE_MIN = 15;

/** `{id, name, description}` of `service_categories`. */
export function categoryOf(row: EasyRow): Said {
  return said(row, { name: textIn(row, 'name'), description: plainTextIn(row, 'description') });
}

/** Of `services`. A private one is bookable by its link alone there: here it is inactive, because an active one would be shown to all. */
export function serviceOf(row: EasyRow, { minNoticeMin, maxAdvanceDays }: EasySettings): Said {
  return said(row, {
    minNoticeMin,
    maxAdvanceDays,
    name: textIn(row, 'name'),
    description: plainTextIn(row, 'description'),
    durationMin: numberIn(row, 'duration'),
    price: numberIn(row, 'price'),
    categoryId: idIn(row, 'serviceCategoryId'),
    active: row['isPrivate'] !== true,
    slotIntervalMin: slotIntervalIn(row),
    capacity: Math.max(1, numberIn(row, 'attendantsNumber') ?? 1),
    metadata: metadataIn(row, ['currency', 'location', 'color']),
  });
}

/** Version 1.6 has minutes, 1.5 a word: `flexible`, or `fixed` for starts that are a duration apart. */
function slotIntervalIn(row: EasyRow): number | undefined {
  const minutes = numberIn(row, 'slotInterval');
  if (minutes !== undefined) return minutes > 0 ? minutes : undefined;
  return textIn(row, 'availabilitiesType') === 'flexible' ? FLEXIBLE_MIN : undefined;
}
