import type { PageWords } from './page-words';

export const DE: PageWords = {
  direction: 'ltr',
  titles: {
    appointment: 'Ihr Termin',
    visit: 'Ihr Besuch',
    series: 'Ihre Termine',
    waitlist: 'Ihr Platz auf der Warteliste',
  },
  statuses: {
    pending: 'Noch nicht bestätigt',
    confirmed: 'Bestätigt',
    completed: 'Abgeschlossen',
    cancelled: 'Abgesagt',
    'no-show': 'Versäumt',
    waiting: 'Wartend',
    offered: 'Ihnen angeboten',
    booked: 'Gebucht',
    expired: 'Abgelaufen',
    withdrawn: 'Zurückgezogen',
  },
  hours: '{{from}} bis {{until}} Uhr',
  labels: {
    seats: 'Plätze',
    waitingFor: 'Gewünscht',
    between: 'Zeitraum',
    reason: 'Grund (freiwillig)',
    day: 'Tag wählen',
    time: 'Uhrzeit wählen',
    required: 'erforderlich',
  },
  links: {
    calendar: 'In den Kalender',
    move: 'Verschieben',
    cancel: 'Absagen',
    answers: 'Fragen beantworten',
    appointment: 'Zum Termin',
    back: 'Zurück',
    earlier: 'Frühere Tage',
    later: 'Spätere Tage',
  },
  buttons: {
    move: 'Auf diese Zeit verschieben',
    accept: 'Termin annehmen',
    decline: 'Ablehnen',
    save: 'Antworten speichern',
    cancel: { appointment: 'Termin absagen', visit: 'Besuch absagen', series: 'Termine absagen' },
  },
  headings: {
    policy: 'Bitte beachten Sie',
    questions: 'Fragen an Sie',
    move: 'Termin verschieben',
    otherTimes: 'Andere freie Zeiten',
    contact: 'Kontakt',
    cancel: {
      appointment: 'Diesen Termin absagen?',
      visit: 'Den ganzen Besuch absagen?',
      series: 'Die kommenden Termine absagen?',
    },
  },
  rules: {
    cancelUntil: 'Absagen können Sie hier bis {{until}}.',
    moveUntil: 'Verschieben können Sie hier bis {{until}}.',
    cancelledUntil: 'Absagen konnten Sie hier bis {{until}}. Bitte wenden Sie sich an uns.',
    movedUntil: 'Verschieben konnten Sie hier bis {{until}}. Bitte wenden Sie sich an uns.',
    offer: 'Wir halten diese Zeit für Sie frei bis {{until}}.',
    waiting: 'Wir schreiben Ihnen, sobald eine Zeit frei wird.',
    open: 'Wir brauchen noch Antworten von Ihnen.',
  },
  noTimes: 'An diesen Tagen ist keine Zeit frei.',
  noAnswer: 'Keine Antwort',
  done: {
    cancelled: 'Die Absage ist eingetragen.',
    moved: 'Die Zeit ist geändert.',
    accepted: 'Der Termin ist für Sie gebucht.',
    declined: 'Sie haben das Angebot abgelehnt.',
    answered: 'Ihre Antworten sind gespeichert.',
  },
  refusals: {
    too_late:
      'Das ist hier nicht mehr möglich. Der letzte Zeitpunkt war {{until}}. Bitte wenden Sie sich an uns.',
    slot_taken: 'Diese Zeit wurde soeben vergeben. Bitte wählen Sie eine andere.',
    hold_expired: 'Dieses Angebot ist abgelaufen.',
    not_kept:
      'Diese Zeit kann nicht mehr gebucht werden. Bitte lehnen Sie sie ab, um weiter zu warten, oder melden Sie sich bei uns.',
    limit_reached: 'An diesem Tag können keine weiteren Termine gebucht werden.',
    other: 'Das ist zu dieser Zeit nicht möglich. Bitte wählen Sie eine andere, oder wenden Sie sich an uns.',
  },
  faults: {
    summary: 'Bitte prüfen Sie Ihre Antworten.',
    required: 'Bitte beantworten Sie diese Frage.',
    noTime: 'Bitte wählen Sie eine Uhrzeit.',
    long: 'Dieser Text ist zu lang.',
    text: 'Bitte geben Sie einen kürzeren Text ein.',
    number: 'Bitte geben Sie eine Zahl ein.',
    boolean: 'Bitte wählen Sie Ja oder Nein.',
    choice: 'Bitte wählen Sie eine der Antworten.',
    date: 'Bitte geben Sie ein Datum ein.',
  },
  problems: {
    dead: {
      title: 'Dieser Link funktioniert nicht',
      sentence:
        'Der Termin ist vielleicht vorbei, oder der Link wurde durch einen neueren ersetzt. Bitte suchen Sie unsere neueste Nachricht, oder wenden Sie sich an uns.',
    },
    busy: {
      title: 'Bitte warten Sie einen Moment',
      sentence: 'Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    unreadable: {
      title: 'Das ist nicht angekommen',
      sentence:
        'Wir konnten das Formular nicht lesen. Es wurde nichts geändert. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    failed: {
      title: 'Etwas ist schiefgegangen',
      sentence:
        'Der Fehler liegt bei uns. Bitte versuchen Sie es gleich noch einmal, oder wenden Sie sich an uns.',
    },
  },
};
