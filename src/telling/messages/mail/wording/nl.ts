import type { Catalog } from './catalog';

export const NL: Catalog = {
  greeting: 'Beste {{name}},',
  closing: 'Met vriendelijke groet',
  subject: '{{title}}: {{what}}, {{start}}',
  what: '{{service}} bij {{provider}}',
  with: 'bij {{provider}}',
  more: { one: 'en nog {{count}} afspraak', other: 'en nog {{count}} afspraken' },
  colon: ':',
  yes: 'Ja',
  no: 'Nee',
  manage: { booked: 'Online bekijken, verzetten of annuleren', offered: 'Online accepteren of afwijzen' },
  labels: {
    what: 'Wat',
    customer: 'Naam',
    with: 'Bij',
    when: 'Wanneer',
    formerly: 'Eerder',
    yourTime: 'Uw lokale tijd',
    where: 'Waar',
    until: 'Tot',
    reason: 'Reden',
  },
  start: '{{date}} om {{time}} uur',
  span: '{{date}}, {{from}} tot {{until}} uur',
  longSpan: '{{start}} tot {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Bevestigd', sentence: 'Uw afspraak is bevestigd.' },
      several: { title: 'Bevestigd', sentence: 'Uw afspraken zijn bevestigd.' },
    },
    received: {
      one: {
        title: 'Ontvangen',
        sentence: 'Wij hebben uw boeking ontvangen. De afspraak moet nog worden bevestigd.',
      },
      several: {
        title: 'Ontvangen',
        sentence: 'Wij hebben uw boeking ontvangen. De afspraken moeten nog worden bevestigd.',
      },
    },
    details: {
      one: { title: 'Uw afspraak', sentence: 'Hieronder vindt u de gegevens van uw afspraak.' },
      several: { title: 'Uw afspraken', sentence: 'Hieronder vindt u de gegevens van uw afspraken.' },
    },
    reminder: {
      one: { title: 'Herinnering', sentence: 'Wij herinneren u graag aan uw afspraak.' },
      several: { title: 'Herinnering', sentence: 'Wij herinneren u graag aan uw afspraken.' },
    },
    cancellation: {
      one: { title: 'Geannuleerd', sentence: 'Uw afspraak is geannuleerd.' },
      several: { title: 'Geannuleerd', sentence: 'Deze afspraken zijn geannuleerd.' },
    },
    reschedule: {
      one: {
        title: 'Verplaatst',
        sentence: 'Uw afspraak is verplaatst. Hieronder vindt u het nieuwe tijdstip.',
      },
      several: {
        title: 'Verplaatst',
        sentence: 'Uw afspraken zijn verplaatst. Hieronder vindt u de nieuwe tijdstippen.',
      },
    },
    changed: {
      one: { title: 'Gewijzigd', sentence: 'Uw afspraak is gewijzigd. Hieronder staat wat nu geldt.' },
      several: { title: 'Gewijzigd', sentence: 'Uw afspraken zijn gewijzigd. Hieronder staat wat nu geldt.' },
    },
    update: {
      one: {
        title: 'Agenda-update',
        sentence:
          'Op de plaats van uw afspraak zijn de regels voor de kloktijd gewijzigd. Uw afspraak blijft op de afgesproken lokale tijd, die hieronder staat. Uw agenda kan een andere tijd tonen totdat deze update is verwerkt.',
      },
      several: {
        title: 'Agenda-update',
        sentence:
          'Op de plaats van uw afspraken zijn de regels voor de kloktijd gewijzigd. Uw afspraken blijven op de afgesproken lokale tijden, die hieronder staan. Uw agenda kan andere tijden tonen totdat deze update is verwerkt.',
      },
    },
    'provider-booked': {
      one: { title: 'Geboekt', sentence: 'Er is een afspraak bij u geboekt.' },
      several: { title: 'Geboekt', sentence: 'Er zijn afspraken bij u geboekt.' },
    },
    'provider-moved': {
      one: {
        title: 'Gewijzigd',
        sentence: 'Een van uw afspraken is gewijzigd. Hieronder staat wat nu geldt.',
      },
      several: {
        title: 'Gewijzigd',
        sentence: 'Enkele van uw afspraken zijn gewijzigd. Hieronder staat wat nu geldt.',
      },
    },
    'provider-cancelled': {
      one: { title: 'Geannuleerd', sentence: 'Een van uw afspraken is geannuleerd of is niet meer van u.' },
      several: { title: 'Geannuleerd', sentence: 'Deze afspraken zijn geannuleerd of zijn niet meer van u.' },
    },
    offer: {
      one: {
        title: 'Tijd vrijgekomen',
        sentence:
          'Er is een tijd vrijgekomen waarop u wacht. Wij houden deze voor u vrij tot het moment hieronder. Laat ons alstublieft voor die tijd weten of u er gebruik van wilt maken.',
      },
    },
  },
};
