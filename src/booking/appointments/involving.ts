/** SQL of the condition that a provider helps with the appointment `a`. An index of the few appointments with a team serves it. */
export const isHelpedBy = (provider: string) => `a.team <> '{}' and a.team @> array[${provider}::int]`;

/**
 * SQL of the relation of the appointments that a provider gives or helps with. Not one condition with `or`: so PostgreSQL reads both
 * parts in the order of a list, each by its own index, and the second one is empty for most providers.
 */
export const involving = (provider: string) => `(
    select a.* from appointments a where a.provider_id = ${provider}
    union all
    select a.* from appointments a where ${isHelpedBy(provider)})`;
