/** An appointment that its provider cannot keep, as the planner sees it. */
export interface PlannedAppointment {
  readonly id: number;
  readonly serviceId: number;
  /** Epoch ms, without buffers. */
  readonly start: number;
  readonly end: number;
  readonly seriesId: number | null;
  readonly visitId: number | null;
}

/** What one provider takes as a whole: an appointment, or all appointments of a session. */
export interface Unit<Appointment extends PlannedAppointment = PlannedAppointment> {
  /** By id. */
  readonly appointments: readonly [Appointment, ...Appointment[]];
}

/** Units of which all go to others, or none: those of one visit. */
export interface Bundle<Appointment extends PlannedAppointment = PlannedAppointment> {
  /** In the order of time. */
  readonly units: readonly [Unit<Appointment>, ...Unit<Appointment>[]];
  /** How many appointments they are. */
  readonly size: number;
}

/**
 * The bundles of one provider's appointments, in the order of time, then of ids. Appointments of a provider that share service, start and
 * end are one session, because other claims of a provider do not overlap. A session ties the visits of its customers.
 */
export function bundlesOf<Appointment extends PlannedAppointment>(
  appointments: readonly Appointment[],
): readonly Bundle<Appointment>[] {
  const units = new Map<string, Unit<Appointment>>();
  for (const each of appointments.toSorted(inTime)) {
    const key = `${each.serviceId} ${each.start} ${each.end}`;
    const [first = each, ...others] = [...(units.get(key)?.appointments ?? []), each];
    units.set(key, { appointments: [first, ...others] });
  }
  return tiedByVisits([...units.values()]);
}

function tiedByVisits<Appointment extends PlannedAppointment>(
  units: readonly Unit<Appointment>[],
): readonly Bundle<Appointment>[] {
  let bundles: readonly Bundle<Appointment>[] = [];
  for (const unit of units) {
    const visits = visitsOf([unit]);
    const together = bundles.filter((bundle) => visitsOf(bundle.units).some((id) => visits.includes(id)));
    const apart = bundles.filter((bundle) => !together.includes(bundle));
    bundles = [...apart, bundleOf([...together.flatMap((bundle) => bundle.units), unit])];
  }
  return bundles.toSorted((a, b) => inTime(firstOf(a), firstOf(b)));
}

function visitsOf(units: readonly Unit[]): readonly number[] {
  return units.flatMap(({ appointments }) => appointments.flatMap(({ visitId }) => visitId ?? []));
}

function bundleOf<Appointment extends PlannedAppointment>(
  units: readonly Unit<Appointment>[],
): Bundle<Appointment> {
  const [first, ...others] = units.toSorted((a, b) => inTime(a.appointments[0], b.appointments[0]));
  if (first === undefined) throw new Error('the bundle has no units');
  const size = units.reduce((sum, { appointments }) => sum + appointments.length, 0);
  return { units: [first, ...others], size };
}

/** The first appointment of a bundle. */
export function firstOf<Appointment extends PlannedAppointment>({ units }: Bundle<Appointment>): Appointment {
  return units[0].appointments[0];
}

function inTime(a: PlannedAppointment, b: PlannedAppointment): number {
  return a.start - b.start || a.id - b.id;
}
