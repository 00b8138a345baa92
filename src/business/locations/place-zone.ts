/**
 * SQL of the zone in which a row is shown: that of its location if it has one, else that of its provider; null: the business's. Reads
 * locations only where the row names one.
 * @param row the alias of a row with a `location_id` @param provider that of its provider
 */
export const shownZone = (row: string, provider: string) => `coalesce(
    case when ${row}.location_id is not null then (select place.timezone from locations place where place.id = ${row}.location_id) end,
    ${provider}.timezone)`;
