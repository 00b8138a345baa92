import type { Catalog } from './catalog';

export const ES: Catalog = {
  greeting: 'Hola, {{name}}:',
  closing: 'Un cordial saludo',
  subject: '{{title}}: {{what}}, {{start}}',
  what: '{{service}} con {{provider}}',
  with: 'con {{provider}}',
  more: { one: 'y {{count}} cita más', other: 'y {{count}} citas más' },
  colon: ':',
  yes: 'Sí',
  no: 'No',
  manage: { booked: 'Ver, cambiar o cancelar en línea', offered: 'Aceptar o rechazar en línea' },
  labels: {
    what: 'Servicio',
    customer: 'Nombre',
    with: 'Con',
    when: 'Cuándo',
    formerly: 'Antes',
    yourTime: 'Su hora local',
    where: 'Dónde',
    until: 'Hasta',
    reason: 'Motivo',
  },
  start: '{{date}}, {{time}} h',
  span: '{{date}}, de {{from}} a {{until}} h',
  longSpan: 'del {{start}} al {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Cita confirmada', sentence: 'Su cita está confirmada.' },
      several: { title: 'Citas confirmadas', sentence: 'Sus citas están confirmadas.' },
    },
    received: {
      one: {
        title: 'Reserva recibida',
        sentence: 'Hemos recibido su reserva. La cita está pendiente de confirmación.',
      },
      several: {
        title: 'Reserva recibida',
        sentence: 'Hemos recibido su reserva. Las citas están pendientes de confirmación.',
      },
    },
    details: {
      one: { title: 'Su cita', sentence: 'Estos son los datos de su cita.' },
      several: { title: 'Sus citas', sentence: 'Estos son los datos de sus citas.' },
    },
    reminder: {
      one: { title: 'Recordatorio', sentence: 'Le recordamos su cita.' },
      several: { title: 'Recordatorio', sentence: 'Le recordamos sus citas.' },
    },
    cancellation: {
      one: { title: 'Cita cancelada', sentence: 'Su cita ha sido cancelada.' },
      several: { title: 'Citas canceladas', sentence: 'Estas citas han sido canceladas.' },
    },
    reschedule: {
      one: {
        title: 'Cambio de cita',
        sentence: 'Su cita se ha cambiado. A continuación le indicamos la nueva hora.',
      },
      several: {
        title: 'Cambio de citas',
        sentence: 'Sus citas se han cambiado. A continuación le indicamos las nuevas horas.',
      },
    },
    changed: {
      one: {
        title: 'Cita modificada',
        sentence: 'Se ha modificado su cita. A continuación figura lo que es válido ahora.',
      },
      several: {
        title: 'Citas modificadas',
        sentence: 'Se han modificado sus citas. A continuación figura lo que es válido ahora.',
      },
    },
    update: {
      one: {
        title: 'Actualización del calendario',
        sentence:
          'Han cambiado las normas sobre la hora oficial en el lugar de su cita. La cita se mantiene a la hora local acordada, que figura a continuación. Es posible que su calendario muestre otra hora hasta que incorpore esta actualización.',
      },
      several: {
        title: 'Actualización del calendario',
        sentence:
          'Han cambiado las normas sobre la hora oficial en el lugar de sus citas. Las citas se mantienen a las horas locales acordadas, que figuran a continuación. Es posible que su calendario muestre otras horas hasta que incorpore esta actualización.',
      },
    },
    'provider-booked': {
      one: { title: 'Reservada', sentence: 'Se ha reservado una cita con usted.' },
      several: { title: 'Reservada', sentence: 'Se han reservado citas con usted.' },
    },
    'provider-moved': {
      one: {
        title: 'Modificada',
        sentence: 'Se ha modificado una de sus citas. A continuación figura lo que es válido ahora.',
      },
      several: {
        title: 'Modificada',
        sentence: 'Se han modificado algunas de sus citas. A continuación figura lo que es válido ahora.',
      },
    },
    'provider-cancelled': {
      one: {
        title: 'Cancelada',
        sentence: 'Una de sus citas se ha cancelado o ya no está asignada a usted.',
      },
      several: {
        title: 'Cancelada',
        sentence: 'Estas citas se han cancelado o ya no están asignadas a usted.',
      },
    },
    offer: {
      one: {
        title: 'Hora disponible',
        sentence:
          'Ha quedado libre una hora para la que está en lista de espera. Se la reservamos hasta el momento que figura a continuación. Por favor, díganos antes de entonces si la desea.',
      },
    },
  },
};
