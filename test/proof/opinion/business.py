"""What `export --to` wrote of a business, and what follows from a row of it alone."""
import json
from pathlib import Path

from minutes import day_of, minutes_of, reading_of, seconds_of

WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def is_on(entry, day):
    """Whether an entry of a roster or a timetable holds on a date (business.md, "Rosters")."""
    since, until = entry.get("from"), entry.get("until")
    if entry["day"] != WEEK[day.weekday()] or since and day < day_of(since) or until and day > day_of(until):
        return False
    return not since or (week(day) - week(day_of(since))) % (entry.get("everyWeeks") or 1) == 0


def week(day):
    return (day.toordinal() - day.weekday()) // 7


def spans(rows):
    return [(reading_of(row["start"]), reading_of(row["end"])) for row in rows]


def in_both(some, others):
    found = [(max(a, c), min(b, d)) for a, b in some for c, d in others]
    return [(first, last) for first, last in found if first < last]


def without_breaks(entry):
    left = spans([entry])
    for first, last in spans(entry["breaks"]):
        left = in_both(left, [(0, first), (last, 1440)])
    return left


class Booking:
    """An appointment or a hold that takes time."""

    def __init__(self, row, busy):
        self.id, self.leader, self.service, self.place = (row[name] for name in ("id", "providerId", "serviceId", "locationId"))
        self.start, self.end = minutes_of(row["start"], row["end"])
        self.busy = busy
        self.seats, self.team = row["seats"], row["team"]
        self.rooms = [room["id"] for room in row["resources"]]
        self.counts_as_booked = "status" in row

    @property
    def session(self):
        """Bookings with the same value are one session, also after the capacity was lowered to 1."""
        return self.leader, self.service, self.start, self.end


class Business:
    def __init__(self, folder, holds, now):
        def rows(name):
            return [json.loads(line) for line in (Path(folder) / f"{name}.jsonl").read_text().split("\n") if line]

        def by_id(name):
            return {row["id"]: row for row in rows(name)}

        self.now = seconds_of(now)
        self.hours, = rows("business-hours")
        self.zone = self.hours["timezone"]
        self.services, self.providers, self.places, self.resources = map(by_id, ("services", "providers", "locations", "resources"))
        self.closures, self.time_off = rows("closures"), rows("time-off")
        self.special = {(row.get("providerId"), row.get("locationId"), day_of(row["date"])): row["hours"] for row in rows("special-hours")}
        self.bookings = [
            Booking(row, minutes_of(row["stored"]["busyFrom"], row["stored"]["busyUntil"]))
            for row in rows("appointments")
            if row["status"] in ("pending", "confirmed", "completed") and self.is_ahead(row["expiresAt"])
        ]
        for row in holds:
            if self.is_ahead(row["expiresAt"]):
                self.bookings.append(self.held(row))

    def is_ahead(self, instant):
        return instant is None or seconds_of(instant) > self.now

    def held(self, row):
        """A hold has the buffers of the session that it joins, or else of its service."""
        hold = Booking(row, None)
        shared = [other.busy for other in self.bookings if other.session == hold.session]
        service = self.services[hold.service]
        before, after = self.buffers(service, hold.leader)
        hold.busy = shared[0] if shared and service["capacity"] > 1 else (hold.start - before, hold.end + after)
        return hold

    def offers(self, provider, service):
        """business.md, "Assignment"."""
        given, givers = provider["serviceIds"], service["providerIds"]
        if given is None and givers is None:
            return True
        return service["id"] in (given or []) or provider["id"] in (givers or [])

    def terms(self, service, provider):
        own = next((terms for terms in service["terms"] if terms["providerId"] == provider), {})
        return {name: service[name] if own.get(name) is None else own[name] for name in ("durationMin", "price", "bufferBeforeMin", "bufferAfterMin")}

    def buffers(self, service, provider):
        terms = self.terms(service, provider)
        return terms["bufferBeforeMin"], terms["bufferAfterMin"]

    def duration_and_price(self, service, provider, chosen):
        """business.md, "Terms"."""
        if chosen is None:
            terms = self.terms(service, provider)
            return terms["durationMin"], terms["price"]
        prices = {option["durationMin"]: option["price"] for option in service["durationOptions"]}
        return chosen, prices.get(chosen, service["price"])

    def open_on(self, day, place, weekdays_count):
        """When the business, or a place of it, is open on a date (time.md, "Places" and "Special hours")."""
        everywhere = self.special.get((None, None, day))
        there = self.special.get((None, place, day)) if place else None
        if there is not None:
            return spans(there) if everywhere is None else in_both(spans(there), spans(everywhere))
        if everywhere is not None:
            return spans(everywhere)
        if place and self.places[place]["hours"]:
            return [span for entry in self.places[place]["hours"] if is_on(entry, day) for span in without_breaks(entry)]
        if weekdays_count and not self.hours["days"][day.weekday()]["working"]:
            return []
        return [(reading_of(self.hours["workStart"]), reading_of(self.hours["workEnd"]))]
