"""Where one provider is, minute by minute, in the days around a date."""
from business import in_both, is_on, spans, without_breaks
from minutes import NEVER, clock_of, minutes_of, reading_of


class Person:
    """One provider in the light of one question."""

    def __init__(self, business, strip, provider, place):
        self.business, self.strip, self.place = business, strip, place
        self.id, self.provider = provider["id"], provider
        self.own_clock = clock_of(provider["timezone"] or business.zone)
        self.off = self.union(row for row in business.time_off if row["providerId"] == self.id)

    def union(self, rows):
        minutes = NEVER
        for row in rows:
            minutes |= self.strip.between(*minutes_of(row["start"], row["end"]))
        return minutes

    def special(self, day):
        return self.business.special.get((self.id, None, day))

    def zone_of_place(self, place):
        return self.business.places[place]["timezone"] if place else None

    def timetables(self):
        """The entries that the provider gives, each with its service."""
        for service in self.business.services.values():
            if service["startsAt"] == "schedule" and service["active"] and self.business.offers(self.provider, service):
                yield from ((service, entry) for entry in service["timetable"] if entry["providerId"] == self.id)

    def clock(self, day):
        """time.md, "Places in other zones"."""
        hours = self.special(day)
        if hours is None:
            hours = [entry for entry in self.provider["schedule"] or [] if is_on(entry, day)]
        classes = [entry for _, entry in self.timetables() if is_on(entry, day)]
        named = [self.place] if self.zone_of_place(self.place) else [row.get("locationId") for row in hours + classes]
        zones = filter(None, map(self.zone_of_place, named))
        return next(map(clock_of, zones), self.own_clock)

    def hours(self, day):
        """The hours of a date before anything is taken out: where, or None, and two readings of the clock."""
        special, schedule = self.special(day), self.provider["schedule"]
        if special is not None:
            parts = [(row.get("locationId"), span) for row in special for span in spans([row])]
        elif schedule:
            entries = [(entry, entry.get("locationId")) for entry in schedule if is_on(entry, day)]
            parts = [
                (at, span)
                for entry, at in entries
                for span in in_both(without_breaks(entry), self.business.open_on(day, self.place or at, False))
            ]
        else:
            parts = [(self.place, span) for span in self.business.open_on(day, self.place, True)]
        return [(self.place or at, span) for at, span in parts if at in (self.place, None) or self.place is None]

    def gone(self, place):
        """Time off, and closures of the business and of the place."""
        closures = [row for row in self.business.closures if row["locationId"] in (None, place)]
        return self.off | self.union(closures)

    def at_work(self, days):
        """The minutes at work on the dates, by the place that the hours name. Classes take time."""
        taught = NEVER
        for service, start, *_ in self.classes(self.strip.days):
            before, after = self.business.buffers(service, self.id)
            length = self.business.terms(service, self.id)["durationMin"]
            taught |= self.strip.between(start - before, start + length + after)
        found = {}
        for day in days:
            clock = self.clock(day)
            for place, (first, last) in self.hours(day):
                minutes = self.strip.between(clock.minute(day, first), clock.minute(day, last))
                found[place] = found.get(place, NEVER) | minutes
        return {place: minutes & ~self.gone(place) & ~taught for place, minutes in found.items()}

    def classes(self, days, asked=None):
        """The classes that the provider holds on the dates: service, start, place and date (time.md, "Classes"). One that names no place is where it is asked for."""
        for service, entry in self.timetables():
            for day in days:
                place = entry.get("locationId")
                zone = self.zone_of_place(place)
                clock = clock_of(zone) if zone else self.own_clock
                start, exists = clock.find(day, reading_of(entry["start"]))
                there = clock_of(self.zone_of_place(asked)).day(start) if not place and self.zone_of_place(asked) else day
                if is_on(entry, day) and exists and self.is_held(day, place or asked, there):
                    yield service, start, place, day

    def is_held(self, day, place, day_there):
        special = self.special(day)
        if special is not None:
            return special != []
        there = self.business.special.get((None, place, day_there)) if place else None
        return there != [] and self.business.special.get((None, None, day)) != []
