import type { Catalog } from './catalog';

export const IT: Catalog = {
  greeting: 'Buongiorno {{name}},',
  closing: 'Cordiali saluti',
  subject: '{{title}}: {{what}}, {{start}}',
  what: '{{service}} con {{provider}}',
  with: 'con {{provider}}',
  more: { one: 'e {{count}} altro appuntamento', other: 'e altri {{count}} appuntamenti' },
  colon: ':',
  yes: 'Sì',
  no: 'No',
  manage: { booked: 'Vedere, spostare o annullare online', offered: 'Accettare o rifiutare online' },
  labels: {
    what: 'Servizio',
    customer: 'Nome',
    with: 'Con',
    when: 'Quando',
    formerly: 'Prima',
    yourTime: 'La Sua ora locale',
    where: 'Dove',
    until: 'Entro',
    reason: 'Motivo',
  },
  start: '{{date}}, ore {{time}}',
  span: '{{date}}, dalle {{from}} alle {{until}}',
  longSpan: 'da {{start}} a {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Appuntamento confermato', sentence: 'Il Suo appuntamento è confermato.' },
      several: { title: 'Appuntamenti confermati', sentence: 'I Suoi appuntamenti sono confermati.' },
    },
    received: {
      one: {
        title: 'Prenotazione ricevuta',
        sentence: 'Abbiamo ricevuto la Sua prenotazione. L’appuntamento è ancora da confermare.',
      },
      several: {
        title: 'Prenotazione ricevuta',
        sentence: 'Abbiamo ricevuto la Sua prenotazione. Gli appuntamenti sono ancora da confermare.',
      },
    },
    details: {
      one: { title: 'Il Suo appuntamento', sentence: 'Ecco i dettagli del Suo appuntamento.' },
      several: { title: 'I Suoi appuntamenti', sentence: 'Ecco i dettagli dei Suoi appuntamenti.' },
    },
    reminder: {
      one: { title: 'Promemoria', sentence: 'Le ricordiamo il Suo appuntamento.' },
      several: { title: 'Promemoria', sentence: 'Le ricordiamo i Suoi appuntamenti.' },
    },
    cancellation: {
      one: { title: 'Appuntamento annullato', sentence: 'Il Suo appuntamento è stato annullato.' },
      several: { title: 'Appuntamenti annullati', sentence: 'Questi appuntamenti sono stati annullati.' },
    },
    reschedule: {
      one: {
        title: 'Appuntamento spostato',
        sentence: 'Il Suo appuntamento è stato spostato. Di seguito trova il nuovo orario.',
      },
      several: {
        title: 'Appuntamenti spostati',
        sentence: 'I Suoi appuntamenti sono stati spostati. Di seguito trova i nuovi orari.',
      },
    },
    changed: {
      one: {
        title: 'Appuntamento modificato',
        sentence: 'Il Suo appuntamento è stato modificato. Di seguito trova ciò che vale ora.',
      },
      several: {
        title: 'Appuntamenti modificati',
        sentence: 'I Suoi appuntamenti sono stati modificati. Di seguito trova ciò che vale ora.',
      },
    },
    update: {
      one: {
        title: 'Aggiornamento del calendario',
        sentence:
          'Nel luogo del Suo appuntamento sono cambiate le regole sull’ora ufficiale. L’appuntamento resta all’ora locale concordata, indicata di seguito. Il Suo calendario potrebbe mostrare un altro orario finché non avrà recepito questo aggiornamento.',
      },
      several: {
        title: 'Aggiornamento del calendario',
        sentence:
          'Nel luogo dei Suoi appuntamenti sono cambiate le regole sull’ora ufficiale. Gli appuntamenti restano alle ore locali concordate, indicate di seguito. Il Suo calendario potrebbe mostrare altri orari finché non avrà recepito questo aggiornamento.',
      },
    },
    'provider-booked': {
      one: { title: 'Prenotato', sentence: 'È stato prenotato un appuntamento con Lei.' },
      several: { title: 'Prenotato', sentence: 'Sono stati prenotati appuntamenti con Lei.' },
    },
    'provider-moved': {
      one: {
        title: 'Modificato',
        sentence: 'Uno dei Suoi appuntamenti è stato modificato. Di seguito trova ciò che vale ora.',
      },
      several: {
        title: 'Modificato',
        sentence: 'Alcuni dei Suoi appuntamenti sono stati modificati. Di seguito trova ciò che vale ora.',
      },
    },
    'provider-cancelled': {
      one: {
        title: 'Annullato',
        sentence: 'Uno dei Suoi appuntamenti è stato annullato o non è più assegnato a Lei.',
      },
      several: {
        title: 'Annullato',
        sentence: 'Questi appuntamenti sono stati annullati o non sono più assegnati a Lei.',
      },
    },
    offer: {
      one: {
        title: 'Orario disponibile',
        sentence:
          'Si è liberato un orario per il quale è in lista d’attesa. Lo teniamo riservato per Lei fino al momento indicato di seguito. La preghiamo di dirci entro allora se lo desidera.',
      },
    },
  },
};
