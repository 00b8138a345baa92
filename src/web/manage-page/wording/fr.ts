import type { PageWords } from './page-words';

export const FR: PageWords = {
  direction: 'ltr',
  titles: {
    appointment: 'Votre rendez-vous',
    visit: 'Votre visite',
    series: 'Vos rendez-vous',
    waitlist: 'Votre place sur la liste d’attente',
  },
  statuses: {
    pending: 'À confirmer',
    confirmed: 'Confirmé',
    completed: 'Terminé',
    cancelled: 'Annulé',
    'no-show': 'Manqué',
    waiting: 'En attente',
    offered: 'Proposé',
    booked: 'Réservé',
    expired: 'Expiré',
    withdrawn: 'Retiré',
  },
  hours: 'de {{from}} à {{until}}',
  labels: {
    seats: 'Places',
    waitingFor: 'Souhaité',
    between: 'Période',
    reason: 'Motif (facultatif)',
    day: 'Choisissez un jour',
    time: 'Choisissez une heure',
    required: 'obligatoire',
  },
  links: {
    calendar: 'Ajouter à l’agenda',
    move: 'Changer l’heure',
    cancel: 'Annuler',
    answers: 'Répondre aux questions',
    appointment: 'Voir le rendez-vous',
    back: 'Retour',
    earlier: 'Jours précédents',
    later: 'Jours suivants',
  },
  buttons: {
    move: 'Choisir cette heure',
    accept: 'Accepter cette heure',
    decline: 'Refuser',
    save: 'Enregistrer les réponses',
    cancel: {
      appointment: 'Annuler le rendez-vous',
      visit: 'Annuler la visite',
      series: 'Annuler les rendez-vous',
    },
  },
  headings: {
    policy: 'À noter',
    questions: 'Nos questions',
    move: 'Changer l’heure',
    otherTimes: 'Autres horaires libres',
    contact: 'Contact',
    cancel: {
      appointment: 'Annuler ce rendez-vous ?',
      visit: 'Annuler toute la visite ?',
      series: 'Annuler les rendez-vous à venir ?',
    },
  },
  rules: {
    cancelUntil: 'Vous pouvez annuler ici jusqu’au {{until}}.',
    moveUntil: 'Vous pouvez changer l’heure ici jusqu’au {{until}}.',
    cancelledUntil: 'L’annulation était possible ici jusqu’au {{until}}. Veuillez nous contacter.',
    movedUntil: 'Le changement d’heure était possible ici jusqu’au {{until}}. Veuillez nous contacter.',
    offer: 'Nous vous gardons cet horaire jusqu’au {{until}}.',
    waiting: 'Nous vous écrirons dès qu’un horaire se libère.',
    open: 'Il nous manque encore des réponses de votre part.',
  },
  noTimes: 'Aucun horaire n’est libre ces jours-là.',
  noAnswer: 'Pas de réponse',
  done: {
    cancelled: 'L’annulation est enregistrée.',
    moved: 'L’heure a été changée.',
    accepted: 'L’horaire est réservé pour vous.',
    declined: 'Vous avez refusé la proposition.',
    answered: 'Vos réponses sont enregistrées.',
  },
  refusals: {
    too_late: 'Ce n’est plus possible ici. La limite était le {{until}}. Veuillez nous contacter.',
    slot_taken: 'Cet horaire vient d’être pris. Veuillez en choisir un autre.',
    hold_expired: 'Cette proposition a expiré.',
    not_kept:
      'Cet horaire ne peut plus être réservé. Veuillez le refuser pour rester en attente, ou nous contacter.',
    limit_reached: 'Aucun autre rendez-vous ne peut être pris ce jour-là.',
    other: 'Ce n’est pas possible à cette heure. Veuillez en choisir une autre ou nous contacter.',
  },
  faults: {
    summary: 'Veuillez vérifier vos réponses.',
    required: 'Veuillez répondre à cette question.',
    noTime: 'Veuillez choisir une heure.',
    long: 'Ce texte est trop long.',
    text: 'Veuillez saisir un texte plus court.',
    number: 'Veuillez saisir un nombre.',
    boolean: 'Veuillez choisir oui ou non.',
    choice: 'Veuillez choisir l’une des réponses.',
    date: 'Veuillez saisir une date.',
  },
  problems: {
    dead: {
      title: 'Ce lien ne fonctionne pas',
      sentence:
        'Le rendez-vous est peut-être passé, ou un lien plus récent a remplacé celui-ci. Veuillez consulter notre dernier message ou nous contacter.',
    },
    busy: {
      title: 'Un instant, s’il vous plaît',
      sentence: 'Trop de demandes viennent de votre réseau. Veuillez réessayer dans une minute.',
    },
    unreadable: {
      title: 'Votre envoi n’est pas arrivé',
      sentence:
        'Nous n’avons pas pu lire le formulaire. Rien n’a été changé. Veuillez revenir en arrière et réessayer.',
    },
    failed: {
      title: 'Une erreur s’est produite',
      sentence: 'Elle vient de notre côté. Veuillez réessayer dans un instant ou nous contacter.',
    },
  },
};
