import { unescapedText } from '../../../../platform/values/calendar-values';
import { type ContentLine, contentLines } from './content-lines';

/** A component of a calendar, with the properties that are needed to know when it is busy. */
export interface Component {
  readonly name: string;
  /** Where it begins, from 1. */
  readonly line: number;
  readonly properties: Map<string, ContentLine[]>;
  /** The observances of a VTIMEZONE. */
  readonly components: Component[];
  /** Why it cannot be read. */
  fault?: string;
}

/** Receives the components of a file, in their order. */
export interface Visitor {
  /** A calendar begins. */
  calendar(): void;
  /** A component of it has ended. */
  component(component: Component): void;
}

const propertiesOf = (names: string) => new Set(`BEGIN END ${names}`.split(/\s+/));
/** The properties that are needed of time zones, and of what is busy. */
export const OF_ZONES = propertiesOf('TZID DTSTART RRULE RDATE TZOFFSETFROM TZOFFSETTO');
export const OF_EVENTS = propertiesOf(
  'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP SEQUENCE DTSTAMP LAST-MODIFIED FREEBUSY',
);
/** Those that are needed of appointments. */
export const OF_DETAILS: ReadonlySet<string> = new Set([
  ...OF_EVENTS,
  ...['SUMMARY', 'ORGANIZER', 'ATTENDEE', 'CREATED'],
]);
const KEPT = new Set(['VEVENT', 'VFREEBUSY', 'VTIMEZONE']);
const OBSERVANCES = new Set(['STANDARD', 'DAYLIGHT']);

/** The most properties of a component, and the most observances of a time zone. */
const MAX_PROPERTIES = 5_000;

/** Visits the kept components of the calendars in a file, with one in memory at a time. A component without an end has a fault. */
export function visit(bytes: Buffer, properties: ReadonlySet<string>, visitor: Visitor): void {
  let calendar: CalendarReader | undefined;
  for (const line of contentLines(bytes, properties)) {
    const boundary = line.name === 'BEGIN' || line.name === 'END' ? line.value?.toUpperCase() : undefined;
    if (boundary === 'VCALENDAR') {
      calendar?.giveUp();
      calendar = line.name === 'BEGIN' ? new CalendarReader(visitor) : undefined;
      if (calendar !== undefined) visitor.calendar();
    } else if (boundary === undefined) calendar?.add(line);
    else if (line.name === 'BEGIN') calendar?.begin(boundary, line.number);
    else calendar?.end(boundary);
  }
  calendar?.giveUp();
}

class CalendarReader {
  private open: Component | undefined;
  private observance: Component | undefined;
  /** How many components are open that are not kept, such as the VALARM of an event. */
  private skipped = 0;

  constructor(private readonly visitor: Visitor) {}

  begin(name: string, line: number): void {
    if (KEPT.has(name)) {
      this.giveUp();
      this.open = componentOf(name, line);
    } else if (this.open?.name === 'VTIMEZONE' && this.skipped === 0 && OBSERVANCES.has(name)) {
      if (this.open.components.length >= MAX_PROPERTIES) this.open.fault = 'has too many properties';
      else this.open.components.push((this.observance = componentOf(name, line)));
    } else this.skipped++;
  }

  end(name: string): void {
    if (name === this.open?.name) this.close();
    else if (name === this.observance?.name) this.observance = undefined;
    else if (this.skipped > 0) this.skipped--;
  }

  add(line: ContentLine): void {
    const component = this.observance ?? this.open;
    if (component === undefined || this.skipped > 0) return;
    const lines = component.properties.get(line.name);
    if (line.value === undefined) component.fault = 'has a line that is too long';
    else if (lines === undefined) component.properties.set(line.name, [line]);
    else if (lines.length >= MAX_PROPERTIES) component.fault = 'has too many properties';
    else lines.push(line);
  }

  giveUp(): void {
    if (this.open !== undefined) this.open.fault = 'has no end';
    this.close();
  }

  private close(): void {
    if (this.open !== undefined) this.visitor.component(this.open);
    this.open = this.observance = undefined;
    this.skipped = 0;
  }
}

function componentOf(name: string, line: number): Component {
  return { name, line, properties: new Map(), components: [] };
}

/** The first property with a name, or undefined. */
export function propertyOf(component: Component, name: string): ContentLine | undefined {
  return component.properties.get(name)?.[0];
}

/** The value of that property, or an empty text. */
export function valueOf(component: Component, name: string): string {
  return propertyOf(component, name)?.value ?? '';
}

/** As `valueOf`, of a property of the type TEXT. */
export function textValueOf(component: Component, name: string): string {
  return unescapedText(valueOf(component, name));
}

/** All that is kept of a component, as a text: components with the same text mean the same. */
export function textOf({ name, properties, components, fault = '' }: Component): string {
  const values = [...properties].map(([key, lines]) => `${key}:${lines.map(({ value }) => value).join()}`);
  return [name, fault, ...values, ...components.map(textOf)].join('\n');
}
