"""Which slots GET /availability/slots names, by docs/reference alone. Reads the questions about a business from stdin."""
import json
import sys

from business import Business
from minutes import DAY, NEVER, Strip, clock_of, day_of
from person import Person
from rules import decisions


class Case:
    """One question about one business."""

    def __init__(self, business, question):
        self.business, self.question = business, question
        self.service = business.services[question["serviceId"]]
        self.day = day_of(question["date"])
        self.strip = Strip(self.day)
        self.place, self.chosen, self.seats = question.get("locationId"), question.get("durationMin"), question.get("seats", 1)
        self.bookings = [booking for booking in business.bookings if booking.id != question.get("excludeAppointmentId")]

    def answer(self):
        if self.question.get("anyProvider"):
            return self.answer_of_any()
        person = self.person(self.question["providerId"])
        length, _ = self.business.duration_and_price(self.service, person.id, self.chosen)
        return {"timezone": person.clock(self.day).zone, "durationMin": length, "slots": [slot for _, slot in self.slots(person)]}

    def answer_of_any(self):
        """time.md, "Several providers"."""
        people = sorted(map(self.person, self.business.providers), key=lambda person: (self.booked_minutes(person), person.id))
        found = {}
        for person in people:
            for minute, slot in self.slots(person):
                found.setdefault(minute, slot | {"providerIds": []})["providerIds"].append(person.id)
        slots = [found[minute] for minute in sorted(found)]
        there = self.place and self.business.places[self.place]["timezone"]
        return {"timezone": there or self.business.zone, "durationMin": self.chosen or self.service["durationMin"], "slots": slots}

    def person(self, id, place=None):
        return Person(self.business, self.strip, self.business.providers[id], place or self.place)

    def involving(self, id):
        return [booking for booking in self.bookings if id == booking.leader or id in booking.team]

    def booked_minutes(self, person):
        clock = person.clock(self.day)
        whole = self.strip.between(clock.minute(self.day, 0), clock.minute(self.day, 1440))
        times = {booking.session: booking for booking in self.involving(person.id) if booking.counts_as_booked}
        return sum((self.strip.between(booking.start, booking.end) & whole).bit_count() for booking in times.values())

    def slots(self, person):
        service, business = self.service, self.business
        if not (service["active"] and person.provider["active"] and business.offers(person.provider, service)):
            return
        if self.seats > service["capacity"]:
            return
        length, price = business.duration_and_price(service, person.id, self.chosen)
        cost = price and round(price * self.seats, 2)
        clock = person.clock(self.day)
        for start, place in sorted(self.starts(person, clock, length), key=lambda found: found[0]):
            left = self.seats_left(person, start, start + length, place)
            if clock.shows_again(start) or left < self.seats or not self.is_in_reach(person, start):
                continue
            shown = clock.shows(start)
            slot = {"start": clock.text(start), "end": clock.text(start + length)}
            slot |= {"date": shown.date().isoformat(), "time": shown.strftime("%H:%M"), "providerId": person.id, "price": cost}
            if service["capacity"] > 1:
                slot |= {"capacity": service["capacity"], "seatsLeft": left}
            yield start, slot | ({"locationId": place} if place else {})

    def starts(self, person, clock, length):
        """Starts on the date that pass the rules of the hours, each with its place: those of the grid, of classes and of sessions."""
        if self.service["startsAt"] == "schedule":
            for service, start, place, day in person.classes(self.strip.days, self.place):
                fits = self.place is None or place in (None, self.place)
                date = clock.day(start) if person.zone_of_place(self.place) else day
                if service is not self.service or date != self.day or not fits:
                    continue
                if not self.strip.meets(person.gone(self.place or place), start, start + length):
                    yield start, self.place or place
            return
        step = self.service["slotIntervalMin"] or length
        stretches = person.at_work(self.strip.days)
        sessions = {booking.start for booking in self.bookings if self.is_session(booking, person, length)}
        for place, minutes in person.at_work([self.day]).items():
            on_date = {start for start in sessions if self.strip.meets(minutes, start, start + 1)}
            for start in on_date | set(self.strip.beginnings(minutes, step)):
                if self.strip.holds(stretches[place], start, start + length):
                    yield start, place

    def is_session(self, booking, person, length):
        same = booking.leader == person.id and booking.service == self.service["id"] and booking.end - booking.start == length
        return same and self.service["capacity"] > 1

    def is_in_reach(self, person, start):
        """In the past, too soon, too far ahead (time.md, "The rules, in order")."""
        today = person.own_clock.day(self.business.now // 60)
        return start * 60 >= self.business.now + self.service["minNoticeMin"] * 60 and (self.day - today).days <= self.service["maxAdvanceDays"]

    def seats_left(self, person, start, end, place):
        """How many seats can be booked. 0: what is taken, or a limit, is in the way."""
        session = [booking for booking in self.bookings if booking.start == start and self.is_session(booking, person, end - start)]
        capacity = self.service["capacity"]
        if session:
            return capacity - sum(booking.seats for booking in session)
        before, after = self.business.buffers(self.service, person.id)
        first, last = start - before, end + after
        free = (
            self.is_free(self.involving(person.id), first, last)
            and self.has_resources(place, first, last)
            and self.has_team(person, place, (start, end), (first, last))
            and self.is_below_limits(person, place)
        )
        return capacity if free else 0

    def is_free(self, bookings, first, last):
        return all(last <= booking.busy[0] or booking.busy[1] <= first for booking in bookings)

    def has_resources(self, place, first, last):
        """time.md, "Resources"."""
        for need in self.service["resources"]:
            fit = [row for row in self.business.resources.values() if row["kind"] == need["kind"] and row["active"]]
            there = [row["id"] for row in fit if place is None or row["locationId"] in (None, place)]
            if sum(self.is_resource_free(id, first, last) for id in there) < need["quantity"]:
                return False
        return True

    def is_resource_free(self, id, first, last):
        out = Person.union(self, (row for row in self.business.time_off if row["resourceId"] == id))
        return not self.strip.meets(out, first, last) and self.is_free((b for b in self.bookings if id in b.rooms), first, last)

    def has_team(self, person, place, time, busy):
        """time.md, "Teams": each seat of the team gets another helper, by augmenting paths."""
        seats = [entry["providerIds"] for entry in self.service["team"] for _ in range(entry["count"])]
        able = {id: self.can_help(id, person, place, time, busy) for ids in seats for id in ids}
        seat_of = {}

        def fill(seat, seen):
            for id in seats[seat]:
                if able[id] and id not in seen:
                    seen.add(id)
                    if id not in seat_of or fill(seat_of[id], seen):
                        seat_of[id] = seat
                        return True
            return False

        return all(fill(seat, set()) for seat in range(len(seats)))

    def can_help(self, id, person, place, time, busy):
        helper = self.person(id, place)
        if id == person.id or not helper.provider["active"] or not self.is_free(self.involving(id), *busy):
            return False
        stretches = helper.at_work(self.strip.days)
        return any(self.strip.holds(minutes, *time) for minutes in stretches.values())

    def is_below_limits(self, person, place):
        """booking.md, "Limits"."""
        for limit, counts in (
            (self.service["maxPerDay"], lambda booking: booking.service == self.service["id"]),
            (person.provider["maxPerDay"], lambda booking: booking.leader == person.id),
        ):
            booked = {booking.session for booking in self.bookings if counts(booking) and self.shown_day(booking) == self.day}
            if limit is not None and len(booked) >= limit:
                return False
        return True

    def shown_day(self, booking):
        place = self.business.places.get(booking.place)
        leader = self.business.providers[booking.leader]
        return clock_of(place and place["timezone"] or leader["timezone"] or self.business.zone).day(booking.start)


def answer(business, question):
    return Case(business, question).answer()


def main():
    asked = json.load(sys.stdin)
    business, questions = Business(asked["folder"], asked["holds"], asked["now"]), asked["questions"]
    answers = [answer(business, question) for question in questions]
    told = {"answers": answers}
    if asked["countsRules"]:
        told["decided"] = decisions(business, questions, answers, answer)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
