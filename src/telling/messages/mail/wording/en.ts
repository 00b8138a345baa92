import type { Catalog } from './catalog';

export const EN: Catalog = {
  greeting: 'Hello {{name}},',
  closing: 'Kind regards',
  subject: '{{title}}: {{what}}, {{start}}',
  what: '{{service}} with {{provider}}',
  with: 'with {{provider}}',
  more: { one: 'and {{count}} more', other: 'and {{count}} more' },
  colon: ':',
  yes: 'Yes',
  no: 'No',
  manage: { booked: 'See, move or cancel online', offered: 'Accept or decline online' },
  labels: {
    what: 'What',
    customer: 'Customer',
    with: 'With',
    when: 'When',
    formerly: 'Before',
    yourTime: 'Your time',
    where: 'Where',
    until: 'Until',
    reason: 'Reason',
  },
  start: '{{date}}, {{time}}',
  span: '{{date}}, {{from}} to {{until}}',
  longSpan: '{{start}} to {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Confirmed', sentence: 'Your appointment is confirmed.' },
      several: { title: 'Confirmed', sentence: 'Your appointments are confirmed.' },
    },
    received: {
      one: { title: 'Received', sentence: 'Your appointment is booked, and yet to be confirmed.' },
      several: { title: 'Received', sentence: 'Your appointments are booked, and yet to be confirmed.' },
    },
    details: {
      one: { title: 'Your appointment', sentence: 'These are the details of your appointment.' },
      several: { title: 'Your appointments', sentence: 'These are the details of your appointments.' },
    },
    reminder: {
      one: { title: 'Reminder', sentence: 'This is a reminder of your appointment.' },
      several: { title: 'Reminder', sentence: 'This is a reminder of your appointments.' },
    },
    cancellation: {
      one: { title: 'Cancelled', sentence: 'Your appointment has been cancelled.' },
      several: { title: 'Cancelled', sentence: 'These appointments have been cancelled.' },
    },
    reschedule: {
      one: {
        title: 'Moved',
        sentence: 'Your appointment has been moved. This is when it takes place now.',
      },
      several: {
        title: 'Moved',
        sentence: 'Your appointments have been moved. This is when they take place now.',
      },
    },
    changed: {
      one: { title: 'Changed', sentence: 'Your appointment has been changed. This is what holds now.' },
      several: { title: 'Changed', sentence: 'Your appointments have been changed. This is what holds now.' },
    },
    update: {
      one: {
        title: 'Calendar update',
        sentence:
          'The rules for clocks have changed where your appointment takes place. It stays at the local time that was agreed, as below. Your calendar may show another time until it has taken up this update.',
      },
      several: {
        title: 'Calendar update',
        sentence:
          'The rules for clocks have changed where your appointments take place. They stay at the local times that were agreed, as below. Your calendar may show other times until it has taken up this update.',
      },
    },
    'provider-booked': {
      one: { title: 'Booked', sentence: 'An appointment has been booked with you.' },
      several: { title: 'Booked', sentence: 'Appointments have been booked with you.' },
    },
    'provider-moved': {
      one: {
        title: 'Changed',
        sentence: 'One of your appointments has been changed. This is what holds now.',
      },
      several: {
        title: 'Changed',
        sentence: 'Some of your appointments have been changed. This is what holds now.',
      },
    },
    'provider-cancelled': {
      one: {
        title: 'Cancelled',
        sentence: 'One of your appointments has been cancelled, or is not yours any more.',
      },
      several: {
        title: 'Cancelled',
        sentence: 'These appointments have been cancelled, or are not yours any more.',
      },
    },
    offer: {
      one: {
        title: 'Offered',
        sentence:
          'A time that you are waiting for has become free. It is kept for you until the moment below: please tell us by then whether you want it.',
      },
    },
  },
};
