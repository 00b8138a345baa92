"""How often each rule decides: in how many answers something else would be said without it."""
from copy import deepcopy


def put(rows, **members):
    for row in rows:
        row.update({name: value for name, value in members.items() if name in row})


def entries(business):
    named = ((business.providers, "schedule"), (business.places, "hours"), (business.services, "timetable"))
    return [entry for rows, name in named for row in rows.values() for entry in row[name] or []]


def without_buffers(business):
    put(business.services.values(), bufferBeforeMin=0, bufferAfterMin=0)
    for row in business.services.values():
        put(row["terms"], bufferBeforeMin=0, bufferAfterMin=0)
    for booking in business.bookings:
        booking.busy = (booking.start, booking.end)


def without_past(business):
    business.now -= 30 * 86_400
    for row in business.services.values():
        row["maxAdvanceDays"] += 30


def keep(name, is_kept):
    def change(business):
        rows = getattr(business, name)
        kept = filter(is_kept, rows)
        setattr(business, name, {key: rows[key] for key in kept} if isinstance(rows, dict) else list(kept))

    return change


def of(name, **members):
    return lambda business: put(getattr(business, name).values(), **members)


IN_BUSINESS = {
    "window and weekdays": lambda business: business.hours.update(workStart="00:00", workEnd="24:00", days=[{"working": True}] * 7),
    "schedule of a provider": of("providers", schedule=None),
    "hours of a place": of("places", hours=None),
    "breaks": lambda business: put(entries(business), breaks=[]),
    "everyWeeks": lambda business: put(entries(business), everyWeeks=1),
    "from and until": lambda business: put(entries(business), **{"everyWeeks": 1, "from": None, "until": None}),
    "special hours of the business": keep("special", lambda key: key[0] or key[1]),
    "special hours of a place": keep("special", lambda key: not key[1]),
    "special hours of a provider": keep("special", lambda key: not key[0]),
    "closures": keep("closures", lambda row: False),
    "time off": keep("time_off", lambda row: row["providerId"] is None),
    "time off of a resource": keep("time_off", lambda row: row["resourceId"] is None),
    "zone of a provider": of("providers", timezone=None),
    "zone of a place": of("places", timezone=None),
    "buffers": without_buffers,
    "the past": without_past,
    "notice": of("services", minNoticeMin=0),
    "horizon": of("services", maxAdvanceDays=9_999),
    "groups": of("services", capacity=1),
    "timetables": of("services", startsAt="interval"),
    "teams": of("services", team=[]),
    "resources": of("services", resources=[]),
    "terms": of("services", terms=[]),
    "limit of a service": of("services", maxPerDay=None),
    "limit of a provider": of("providers", maxPerDay=None),
    "assignment": lambda business: (of("providers", serviceIds=None)(business), of("services", providerIds=None)(business)),
    "active": lambda business: (of("providers", active=True)(business), of("services", active=True)(business)),
    "appointments": keep("bookings", lambda booking: not booking.counts_as_booked),
    "holds": keep("bookings", lambda booking: booking.counts_as_booked),
}
IN_QUESTION = {"duration options": "durationMin", "seats": "seats", "moves": "excludeAppointmentId"}


def decisions(business, questions, answers, answer):
    """@param answer: of a business and a question"""
    def count(business, asked):
        return sum(answer(business, question) != known for question, known in zip(asked, answers))

    found = {}
    for rule, change in IN_BUSINESS.items():
        other = deepcopy(business)
        change(other)
        found[rule] = count(other, questions)
    for rule, name in IN_QUESTION.items():
        found[rule] = count(business, [{key: question[key] for key in question if key != name} for question in questions])
    return found
