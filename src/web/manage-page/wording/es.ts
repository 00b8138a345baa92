import type { PageWords } from './page-words';

export const ES: PageWords = {
  direction: 'ltr',
  titles: {
    appointment: 'Su cita',
    visit: 'Su visita',
    series: 'Sus citas',
    waitlist: 'Su lugar en la lista de espera',
  },
  statuses: {
    pending: 'Por confirmar',
    confirmed: 'Confirmada',
    completed: 'Finalizada',
    cancelled: 'Cancelada',
    'no-show': 'No asistida',
    waiting: 'En espera',
    offered: 'Ofrecida a usted',
    booked: 'Reservada',
    expired: 'Caducada',
    withdrawn: 'Retirada',
  },
  hours: 'de {{from}} a {{until}}',
  labels: {
    seats: 'Plazas',
    waitingFor: 'Servicio deseado',
    between: 'Periodo',
    reason: 'Motivo (opcional)',
    day: 'Elija un día',
    time: 'Elija una hora',
    required: 'obligatorio',
  },
  links: {
    calendar: 'Añadir al calendario',
    move: 'Cambiar la hora',
    cancel: 'Cancelar',
    answers: 'Responder a las preguntas',
    appointment: 'Ir a la cita',
    back: 'Volver',
    earlier: 'Días anteriores',
    later: 'Días siguientes',
  },
  buttons: {
    move: 'Cambiar a esta hora',
    accept: 'Aceptar esta hora',
    decline: 'Rechazar',
    save: 'Guardar las respuestas',
    cancel: { appointment: 'Cancelar la cita', visit: 'Cancelar la visita', series: 'Cancelar las citas' },
  },
  headings: {
    policy: 'Tenga en cuenta',
    questions: 'Preguntas para usted',
    move: 'Cambiar la hora',
    otherTimes: 'Otras horas libres',
    contact: 'Contacto',
    cancel: {
      appointment: '¿Cancelar esta cita?',
      visit: '¿Cancelar toda la visita?',
      series: '¿Cancelar las próximas citas?',
    },
  },
  rules: {
    cancelUntil: 'Puede cancelar aquí hasta el {{until}}.',
    moveUntil: 'Puede cambiar la hora aquí hasta el {{until}}.',
    cancelledUntil: 'Se podía cancelar aquí hasta el {{until}}. Por favor, póngase en contacto con nosotros.',
    movedUntil:
      'Se podía cambiar la hora aquí hasta el {{until}}. Por favor, póngase en contacto con nosotros.',
    offer: 'Le guardamos esta hora hasta el {{until}}.',
    waiting: 'Le escribiremos en cuanto quede libre una hora.',
    open: 'Aún necesitamos respuestas suyas.',
  },
  noTimes: 'No hay horas libres en estos días.',
  noAnswer: 'Sin respuesta',
  done: {
    cancelled: 'La cancelación está hecha.',
    moved: 'Se ha cambiado la hora.',
    accepted: 'La hora está reservada para usted.',
    declined: 'Ha rechazado la oferta.',
    answered: 'Sus respuestas se han guardado.',
  },
  refusals: {
    too_late:
      'Ya no es posible hacerlo aquí. El último momento fue el {{until}}. Por favor, póngase en contacto con nosotros.',
    slot_taken: 'Esa hora acaba de ocuparse. Por favor, elija otra.',
    hold_expired: 'Esta oferta ha caducado.',
    not_kept:
      'Esa hora ya no se puede reservar. Por favor, rechácela para seguir esperando, o póngase en contacto con nosotros.',
    limit_reached: 'No se pueden reservar más citas para ese día.',
    other: 'No es posible a esa hora. Por favor, elija otra o póngase en contacto con nosotros.',
  },
  faults: {
    summary: 'Por favor, revise sus respuestas.',
    required: 'Por favor, responda a esta pregunta.',
    noTime: 'Por favor, elija una hora.',
    long: 'Este texto es demasiado largo.',
    text: 'Por favor, escriba un texto más corto.',
    number: 'Por favor, escriba un número.',
    boolean: 'Por favor, elija sí o no.',
    choice: 'Por favor, elija una de las respuestas.',
    date: 'Por favor, escriba una fecha.',
  },
  problems: {
    dead: {
      title: 'Este enlace no funciona',
      sentence:
        'Puede que la cita ya haya pasado o que un enlace más reciente lo haya sustituido. Por favor, busque nuestro último mensaje o póngase en contacto con nosotros.',
    },
    busy: {
      title: 'Espere un momento, por favor',
      sentence:
        'Han llegado demasiadas solicitudes desde su red. Por favor, inténtelo de nuevo en un minuto.',
    },
    unreadable: {
      title: 'No hemos recibido el envío',
      sentence:
        'No hemos podido leer el formulario. No se ha cambiado nada. Por favor, vuelva atrás e inténtelo de nuevo.',
    },
    failed: {
      title: 'Algo ha fallado',
      sentence:
        'El fallo es nuestro. Por favor, inténtelo de nuevo en un momento o póngase en contacto con nosotros.',
    },
  },
};
