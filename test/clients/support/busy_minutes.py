"""Reads when calendars are busy, independently of the service: icalendar parses them, dateutil expands rules and reads described zones,
and zoneinfo knows the others. Takes one JSON object a line, {"text", "start", "end", "zone"}, times in epoch seconds, and answers each with
a line: the busy times as [[start, end]], sorted and united."""
import datetime as datetime_module
import json
import re
import sys
from datetime import date, datetime, time, timedelta, timezone
from functools import cache
from io import StringIO
from zoneinfo import ZoneInfo

from dateutil import tz
from dateutil.rrule import rrulestr
from icalendar import Calendar
from icalendar.prop import vDDDTypes
from icalendar.windows_to_olson import WINDOWS_TO_OLSON

# Where dateutil gives up rules that yield nothing.
datetime_module.MAXYEAR = 2029
UTC = timezone.utc
DAY = timedelta(days=1)


class Zone:
    def __init__(self, tzinfo):
        self.tzinfo = tzinfo

    def instant(self, naive):
        """Offset before a gap, and the first of two equal times (RFC 5545, section 3.3.5). zoneinfo reads so; dateutil has to be helped."""
        aware = naive.replace(tzinfo=self.tzinfo)
        if not isinstance(self.tzinfo, (ZoneInfo, timezone)):
            aware = tz.resolve_imaginary(aware)
        return round(aware.astimezone(UTC).timestamp())


@cache
def zones_of(descriptions):
    zones = tz.tzical(StringIO(descriptions.replace('\r\n', '\n')))
    return {name: Zone(zones.get(name)) for name in zones.keys()}


def described_in(text):
    descriptions = re.findall('BEGIN:VTIMEZONE.*?END:VTIMEZONE', text, re.S)
    return zones_of('\r\n'.join(descriptions)) if descriptions else {}


class Reader:
    def __init__(self, text, zone):
        self.own = Zone(ZoneInfo(zone))
        # icalendar 4 does not accept BYDAY=20MO, so it takes rules as text.
        self.calendar = Calendar.from_ical(text.replace('\r\nRRULE:', '\r\nX-RRULE:'))
        self.described = described_in(text)

    def zone(self, parameters, value):
        if not isinstance(value, datetime):
            return self.own
        name = parameters.get('TZID')
        if name is None:
            return Zone(UTC) if value.tzinfo is not None else self.own
        if name in self.described:
            return self.described[name]
        if name == 'UTC':
            return Zone(UTC)
        return Zone(ZoneInfo(WINDOWS_TO_OLSON.get(name, name)))

    def start_of(self, prop):
        """A naive time and its zone."""
        value = prop.dt
        zone = self.zone(prop.params, value)
        naive = value.replace(tzinfo=None) if isinstance(value, datetime) else datetime.combine(value, time())
        return naive, zone

    def lists(self, event, name):
        props = event[name] if name in event else []
        for prop in props if isinstance(props, list) else [props]:
            for each in prop.dts:
                value = each.dt
                zone = self.zone(prop.params, value)
                yield (value.replace(tzinfo=None) if isinstance(value, datetime) else datetime.combine(value, time())), zone

    def end_after(self, event):
        """A function from a naive start and its zone to the instant of the end."""
        naive, zone = self.start_of(event['DTSTART'])
        is_date = not isinstance(event['DTSTART'].dt, datetime)
        if 'DTEND' in event:
            end, end_zone = self.start_of(event['DTEND'])
            if is_date:
                days = max((end - naive).days, 1)
                return lambda at, of: of.instant(at + days * DAY)
            length = end_zone.instant(end) - zone.instant(naive)
            return lambda at, of: of.instant(at) + length
        if 'DURATION' in event:
            length = event['DURATION'].dt
            # Days are counted on the clock, hours are exact (section 3.3.6).
            days = timedelta(days=length.days)
            return lambda at, of: of.instant(at + days) + round((length - days).total_seconds())
        return lambda at, of: of.instant(at + (DAY if is_date else timedelta()))

    def starts(self, event, until):
        naive, zone = self.start_of(event['DTSTART'])
        is_date = not isinstance(event['DTSTART'].dt, datetime)
        yield naive, zone
        rules = event['X-RRULE'] if 'X-RRULE' in event else []
        for rule in rules if isinstance(rules, list) else [rules]:
            parts = dict(part.split('=') for part in str(rule).split(';'))
            ends = vDDDTypes.from_ical(parts.pop('UNTIL')) if 'UNTIL' in parts else None
            for at in rrulestr(';'.join(map('='.join, parts.items())), dtstart=naive):
                if at > until or (ends and self.is_after(at, zone, is_date, ends)):
                    break
                yield at, zone
        for at, of in self.lists(event, 'RDATE'):
            yield (at, zone if of is self.own else of)

    def is_after(self, at, zone, is_date, end):
        if is_date:
            return at.date() > (end.date() if isinstance(end, datetime) else end)
        if not isinstance(end, datetime):
            return at.date() > end
        if end.tzinfo is None:
            return zone.instant(at) > zone.instant(end)
        return zone.instant(at) > end.timestamp()

    def busy(self, start, end):
        until = datetime.fromtimestamp(end, UTC).replace(tzinfo=None) + 2 * DAY
        events = self.calendar.walk('VEVENT')
        replaced = {}
        for event in events:
            if 'RECURRENCE-ID' in event:
                at, zone = self.start_of(event['RECURRENCE-ID'])
                replaced.setdefault(str(event['UID']), set()).add(zone.instant(at))
        for event in events:
            if event.get('TRANSP') == 'TRANSPARENT' or event.get('STATUS') == 'CANCELLED':
                continue
            end_of = self.end_after(event)
            own = self.start_of(event['DTSTART'])[1]
            gone = {(own if of is self.own else of).instant(at) for at, of in self.lists(event, 'EXDATE')}
            if 'RECURRENCE-ID' not in event:
                gone |= replaced.get(str(event.get('UID')), set())
            for at, of in self.starts(event, until):
                begin, finish = of.instant(at), end_of(at, of)
                if begin not in gone and begin < end and finish > start and begin < finish:
                    yield max(begin, start), min(finish, end)


def united(times):
    result = []
    for begin, finish in sorted(times):
        if result and begin <= result[-1][1]:
            result[-1][1] = max(result[-1][1], finish)
        else:
            result.append([begin, finish])
    return result


for line in sys.stdin:
    task = json.loads(line)
    print(json.dumps(united(Reader(task['text'], task['zone']).busy(task['start'], task['end']))), flush=True)
