/** A resource as events, audit and exports have it: without the link of the customer. */
export function withoutLink<Resource extends object>(resource: Resource): Omit<Resource, 'manageUrl'> {
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => name !== 'manageUrl'),
  ) as unknown as Omit<Resource, 'manageUrl'>;
}
