import type { Catalog } from './catalog';

export const DE: Catalog = {
  greeting: 'Guten Tag {{name}},',
  closing: 'Mit freundlichen Grüßen',
  subject: '{{title}}: {{what}}, {{start}}',
  what: '{{service}} bei {{provider}}',
  with: 'bei {{provider}}',
  more: { one: 'und {{count}} weiterer Termin', other: 'und {{count}} weitere Termine' },
  colon: ':',
  yes: 'Ja',
  no: 'Nein',
  manage: { booked: 'Online ansehen, verschieben oder absagen', offered: 'Online annehmen oder ablehnen' },
  labels: {
    what: 'Leistung',
    customer: 'Name',
    with: 'Bei',
    when: 'Wann',
    formerly: 'Bisher',
    yourTime: 'Ihre Ortszeit',
    where: 'Wo',
    until: 'Bis',
    reason: 'Grund',
  },
  start: '{{date}}, {{time}} Uhr',
  span: '{{date}}, {{from}} bis {{until}} Uhr',
  longSpan: '{{start}} bis {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Bestätigt', sentence: 'Ihr Termin ist bestätigt.' },
      several: { title: 'Bestätigt', sentence: 'Ihre Termine sind bestätigt.' },
    },
    received: {
      one: {
        title: 'Eingegangen',
        sentence: 'Wir haben Ihre Buchung erhalten. Der Termin muss noch bestätigt werden.',
      },
      several: {
        title: 'Eingegangen',
        sentence: 'Wir haben Ihre Buchung erhalten. Die Termine müssen noch bestätigt werden.',
      },
    },
    details: {
      one: { title: 'Ihr Termin', sentence: 'Hier finden Sie die Einzelheiten Ihres Termins.' },
      several: { title: 'Ihre Termine', sentence: 'Hier finden Sie die Einzelheiten Ihrer Termine.' },
    },
    reminder: {
      one: { title: 'Erinnerung', sentence: 'Wir möchten Sie an Ihren Termin erinnern.' },
      several: { title: 'Erinnerung', sentence: 'Wir möchten Sie an Ihre Termine erinnern.' },
    },
    cancellation: {
      one: { title: 'Abgesagt', sentence: 'Ihr Termin wurde abgesagt.' },
      several: { title: 'Abgesagt', sentence: 'Diese Termine wurden abgesagt.' },
    },
    reschedule: {
      one: {
        title: 'Verschoben',
        sentence: 'Ihr Termin wurde verschoben. Er findet nun zu der unten genannten Zeit statt.',
      },
      several: {
        title: 'Verschoben',
        sentence: 'Ihre Termine wurden verschoben. Sie finden nun zu den unten genannten Zeiten statt.',
      },
    },
    changed: {
      one: { title: 'Geändert', sentence: 'Ihr Termin wurde geändert. Unten steht, was nun gilt.' },
      several: { title: 'Geändert', sentence: 'Ihre Termine wurden geändert. Unten steht, was nun gilt.' },
    },
    update: {
      one: {
        title: 'Kalender-Aktualisierung',
        sentence:
          'Am Ort Ihres Termins haben sich die Regeln für die Uhrzeit geändert. Der Termin bleibt bei der vereinbarten Ortszeit, die unten steht. Ihr Kalender zeigt möglicherweise eine andere Zeit an, bis er diese Aktualisierung übernommen hat.',
      },
      several: {
        title: 'Kalender-Aktualisierung',
        sentence:
          'Am Ort Ihrer Termine haben sich die Regeln für die Uhrzeit geändert. Die Termine bleiben bei den vereinbarten Ortszeiten, die unten stehen. Ihr Kalender zeigt möglicherweise andere Zeiten an, bis er diese Aktualisierung übernommen hat.',
      },
    },
    'provider-booked': {
      one: { title: 'Gebucht', sentence: 'Ein Termin wurde für Sie gebucht.' },
      several: { title: 'Gebucht', sentence: 'Termine wurden für Sie gebucht.' },
    },
    'provider-moved': {
      one: { title: 'Geändert', sentence: 'Einer Ihrer Termine wurde geändert. Unten steht, was nun gilt.' },
      several: {
        title: 'Geändert',
        sentence: 'Einige Ihrer Termine wurden geändert. Unten steht, was nun gilt.',
      },
    },
    'provider-cancelled': {
      one: { title: 'Entfallen', sentence: 'Einer Ihrer Termine wurde abgesagt oder ist nicht mehr Ihrer.' },
      several: { title: 'Entfallen', sentence: 'Diese Termine wurden abgesagt oder sind nicht mehr Ihre.' },
    },
    offer: {
      one: {
        title: 'Freier Termin',
        sentence:
          'Ein Termin, auf den Sie warten, ist frei geworden. Wir halten ihn bis zu dem unten genannten Zeitpunkt für Sie frei. Bitte sagen Sie uns bis dahin, ob Sie ihn möchten.',
      },
    },
  },
};
