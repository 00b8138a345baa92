"""Wall clocks, and sets of minutes. A minute is counted from the epoch; a set of minutes is a whole number with a bit for each."""
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
NEVER = 0


class Strip:
    """Ten days around a date, minute by minute. Bit 0 of its sets is the first of them; what lies outside is cut off."""

    def __init__(self, day):
        self.days = [day + DAY * offset for offset in range(-3, 5)]
        self.base = (day - 4 * DAY - date(1970, 1, 1)).days * 1440

    def between(self, first, last):
        """The minutes from `first` on, without `last`."""
        first, last = (min(max(minute - self.base, 0), 10 * 1440) for minute in (first, last))
        return (1 << last) - (1 << first) if last > first else NEVER

    def holds(self, minutes, first, last):
        return self.between(first, last) & ~minutes == NEVER

    def meets(self, minutes, first, last):
        return self.between(first, last) & minutes != NEVER

    def beginnings(self, minutes, step):
        """Each run of minutes, from its beginning on: every `step`-th minute."""
        while minutes:
            low = (minutes & -minutes).bit_length() - 1
            tail = minutes >> low
            length = (~tail & (tail + 1)).bit_length() - 1
            yield from range(self.base + low, self.base + low + length, step)
            minutes &= ~(((1 << length) - 1) << low)


class Clock:
    """The wall clock of a zone. A reading is the minutes that it shows since midnight; 1440 is the next midnight."""

    def __init__(self, zone):
        self.zone = zone
        self.rules = ZoneInfo(zone)

    def shows(self, minute):
        return datetime.fromtimestamp(minute * 60, timezone.utc).astimezone(self.rules)

    def day(self, minute):
        return self.shows(minute).date()

    def shows_again(self, minute):
        """Whether the clock has shown this reading before."""
        return self.shows(minute).fold == 1

    @lru_cache(maxsize=4_000)
    def find(self, day, reading):
        """The first minute with the reading, and whether there is one: in a gap it is the minute at which the gap ends."""
        wall = datetime.combine(day + DAY * (reading // 1440), datetime.min.time()) + timedelta(minutes=reading % 1440)
        after = int(wall.replace(tzinfo=self.rules).timestamp()) // 60
        if self.shows(after).replace(tzinfo=None, fold=0) == wall:
            return after, True
        before = int(wall.replace(tzinfo=self.rules, fold=1).timestamp()) // 60
        while after - before > 1:
            middle = (before + after) // 2
            if self.shows(middle).replace(tzinfo=None) < wall:
                before = middle
            else:
                after = middle
        return after, False

    def minute(self, day, reading):
        return self.find(day, reading)[0]

    def text(self, minute):
        shown = self.shows(minute).isoformat()
        return shown[:-6] + "Z" if self.zone == "UTC" else shown


@lru_cache(maxsize=None)
def clock_of(zone):
    return Clock(zone)


def reading_of(text):
    """`HH:MM`, up to `24:00`."""
    return int(text[:2]) * 60 + int(text[3:])


def seconds_of(text):
    return datetime.fromisoformat(text).timestamp()


def minutes_of(start, end):
    """All minutes that two instants touch: a time that ends between two minutes counts to the next one (time.md, the grid)."""
    return int(seconds_of(start) // 60), int(-(-seconds_of(end) // 60))


def day_of(text):
    return date.fromisoformat(text)
