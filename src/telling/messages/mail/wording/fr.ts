import type { Catalog } from './catalog';

/** A no-break space stands before a colon. */
export const FR: Catalog = {
  greeting: 'Bonjour {{name}},',
  closing: 'Cordialement',
  subject: '{{title}}\u00a0: {{what}}, {{start}}',
  what: '{{service}} avec {{provider}}',
  with: 'avec {{provider}}',
  more: { one: 'et {{count}} autre rendez-vous', other: 'et {{count}} autres rendez-vous' },
  colon: '\u00a0:',
  yes: 'Oui',
  no: 'Non',
  manage: { booked: 'Voir, déplacer ou annuler en ligne', offered: 'Accepter ou refuser en ligne' },
  labels: {
    what: 'Prestation',
    customer: 'Nom',
    with: 'Avec',
    when: 'Quand',
    formerly: 'Auparavant',
    yourTime: 'Votre heure locale',
    where: 'Lieu',
    until: 'Jusqu’au',
    reason: 'Motif',
  },
  firstOfMonth: '1er',
  start: '{{date}} à {{time}}',
  span: '{{date}}, de {{from}} à {{until}}',
  longSpan: 'du {{start}} au {{end}}',
  messages: {
    confirmation: {
      one: { title: 'Rendez-vous confirmé', sentence: 'Votre rendez-vous est confirmé.' },
      several: { title: 'Rendez-vous confirmés', sentence: 'Vos rendez-vous sont confirmés.' },
    },
    received: {
      one: {
        title: 'Réservation reçue',
        sentence: 'Nous avons bien reçu votre réservation. Le rendez-vous reste à confirmer.',
      },
      several: {
        title: 'Réservation reçue',
        sentence: 'Nous avons bien reçu votre réservation. Les rendez-vous restent à confirmer.',
      },
    },
    details: {
      one: { title: 'Votre rendez-vous', sentence: 'Voici les détails de votre rendez-vous.' },
      several: { title: 'Vos rendez-vous', sentence: 'Voici les détails de vos rendez-vous.' },
    },
    reminder: {
      one: { title: 'Rappel', sentence: 'Nous vous rappelons votre rendez-vous.' },
      several: { title: 'Rappel', sentence: 'Nous vous rappelons vos rendez-vous.' },
    },
    cancellation: {
      one: { title: 'Rendez-vous annulé', sentence: 'Votre rendez-vous a été annulé.' },
      several: { title: 'Rendez-vous annulés', sentence: 'Ces rendez-vous ont été annulés.' },
    },
    reschedule: {
      one: {
        title: 'Rendez-vous déplacé',
        sentence: 'Votre rendez-vous a été déplacé. Vous trouverez le nouvel horaire ci-dessous.',
      },
      several: {
        title: 'Rendez-vous déplacés',
        sentence: 'Vos rendez-vous ont été déplacés. Vous trouverez les nouveaux horaires ci-dessous.',
      },
    },
    changed: {
      one: {
        title: 'Rendez-vous modifié',
        sentence: 'Votre rendez-vous a été modifié. Voici ce qui est prévu désormais.',
      },
      several: {
        title: 'Rendez-vous modifiés',
        sentence: 'Vos rendez-vous ont été modifiés. Voici ce qui est prévu désormais.',
      },
    },
    update: {
      one: {
        title: 'Mise à jour de l’agenda',
        sentence:
          'Les règles de l’heure légale ont changé là où a lieu votre rendez-vous. Il est maintenu à l’heure locale convenue, indiquée ci-dessous. Votre agenda peut afficher une autre heure tant qu’il n’a pas pris en compte cette mise à jour.',
      },
      several: {
        title: 'Mise à jour de l’agenda',
        sentence:
          'Les règles de l’heure légale ont changé là où ont lieu vos rendez-vous. Ils sont maintenus aux heures locales convenues, indiquées ci-dessous. Votre agenda peut afficher d’autres heures tant qu’il n’a pas pris en compte cette mise à jour.',
      },
    },
    'provider-booked': {
      one: { title: 'Réservé', sentence: 'Un rendez-vous a été réservé avec vous.' },
      several: { title: 'Réservé', sentence: 'Des rendez-vous ont été réservés avec vous.' },
    },
    'provider-moved': {
      one: {
        title: 'Modifié',
        sentence: 'Un de vos rendez-vous a été modifié. Voici ce qui est prévu désormais.',
      },
      several: {
        title: 'Modifié',
        sentence: 'Plusieurs de vos rendez-vous ont été modifiés. Voici ce qui est prévu désormais.',
      },
    },
    'provider-cancelled': {
      one: { title: 'Annulé', sentence: 'Un de vos rendez-vous a été annulé ou ne vous est plus attribué.' },
      several: {
        title: 'Annulé',
        sentence: 'Ces rendez-vous ont été annulés ou ne vous sont plus attribués.',
      },
    },
    offer: {
      one: {
        title: 'Créneau disponible',
        sentence:
          'Un créneau que vous attendez s’est libéré. Nous vous le réservons jusqu’au moment indiqué ci-dessous. Merci de nous dire d’ici là si vous le souhaitez.',
      },
    },
  },
};
