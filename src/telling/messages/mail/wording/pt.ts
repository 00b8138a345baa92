import type { Catalog } from './catalog';

/** The Portuguese of Portugal. */
export const PT: Catalog = {
  greeting: 'Olá, {{name}},',
  closing: 'Com os melhores cumprimentos',
  subject: '{{title}}: {{what}}, {{start}}',
  what: '{{service}} com {{provider}}',
  with: 'com {{provider}}',
  more: { one: 'e mais {{count}} marcação', other: 'e mais {{count}} marcações' },
  colon: ':',
  yes: 'Sim',
  no: 'Não',
  manage: { booked: 'Ver, mudar ou cancelar online', offered: 'Aceitar ou recusar online' },
  labels: {
    what: 'Serviço',
    customer: 'Nome',
    with: 'Com',
    when: 'Quando',
    formerly: 'Antes',
    yourTime: 'A sua hora local',
    where: 'Onde',
    until: 'Até',
    reason: 'Motivo',
  },
  start: '{{date}}, {{time}}',
  span: '{{date}}, das {{from}} às {{until}}',
  longSpan: 'de {{start}} a {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Marcação confirmada', sentence: 'A sua marcação está confirmada.' },
      several: { title: 'Marcações confirmadas', sentence: 'As suas marcações estão confirmadas.' },
    },
    received: {
      one: {
        title: 'Marcação recebida',
        sentence: 'Recebemos o seu pedido. A marcação ainda está por confirmar.',
      },
      several: {
        title: 'Marcações recebidas',
        sentence: 'Recebemos o seu pedido. As marcações ainda estão por confirmar.',
      },
    },
    details: {
      one: { title: 'A sua marcação', sentence: 'Estes são os dados da sua marcação.' },
      several: { title: 'As suas marcações', sentence: 'Estes são os dados das suas marcações.' },
    },
    reminder: {
      one: { title: 'Lembrete', sentence: 'Vimos lembrar a sua marcação.' },
      several: { title: 'Lembrete', sentence: 'Vimos lembrar as suas marcações.' },
    },
    cancellation: {
      one: { title: 'Marcação cancelada', sentence: 'A sua marcação foi cancelada.' },
      several: { title: 'Marcações canceladas', sentence: 'Estas marcações foram canceladas.' },
    },
    reschedule: {
      one: {
        title: 'Marcação alterada',
        sentence: 'A sua marcação foi alterada. Abaixo encontra a nova hora.',
      },
      several: {
        title: 'Marcações alteradas',
        sentence: 'As suas marcações foram alteradas. Abaixo encontra as novas horas.',
      },
    },
    changed: {
      one: {
        title: 'Marcação modificada',
        sentence: 'A sua marcação foi modificada. Indica-se abaixo o que é válido agora.',
      },
      several: {
        title: 'Marcações modificadas',
        sentence: 'As suas marcações foram modificadas. Indica-se abaixo o que é válido agora.',
      },
    },
    update: {
      one: {
        title: 'Atualização do calendário',
        sentence:
          'As regras da hora legal mudaram no local da sua marcação. A marcação mantém-se à hora local acordada, indicada abaixo. O seu calendário poderá mostrar outra hora até integrar esta atualização.',
      },
      several: {
        title: 'Atualização do calendário',
        sentence:
          'As regras da hora legal mudaram no local das suas marcações. As marcações mantêm-se às horas locais acordadas, indicadas abaixo. O seu calendário poderá mostrar outras horas até integrar esta atualização.',
      },
    },
    'provider-booked': {
      one: { title: 'Marcada', sentence: 'Foi feita uma marcação consigo.' },
      several: { title: 'Marcada', sentence: 'Foram feitas marcações consigo.' },
    },
    'provider-moved': {
      one: {
        title: 'Alterada',
        sentence: 'Uma das suas marcações foi alterada. Indica-se abaixo o que é válido agora.',
      },
      several: {
        title: 'Alterada',
        sentence: 'Algumas das suas marcações foram alteradas. Indica-se abaixo o que é válido agora.',
      },
    },
    'provider-cancelled': {
      one: {
        title: 'Cancelada',
        sentence: 'Uma das suas marcações foi cancelada ou já não lhe está atribuída.',
      },
      several: {
        title: 'Cancelada',
        sentence: 'Estas marcações foram canceladas ou já não lhe estão atribuídas.',
      },
    },
    offer: {
      one: {
        title: 'Horário disponível',
        sentence:
          'Ficou livre um horário para o qual está em lista de espera. Reservamo-lo para si até ao momento indicado abaixo. Por favor, diga-nos até lá se o pretende.',
      },
    },
  },
};
