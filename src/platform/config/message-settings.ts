import { setting } from './setting';
import {
  country,
  flag,
  mailbox,
  oneOf,
  optionalAddress,
  optionalFolder,
  several,
  shippedLanguage,
  smtpUrl,
  steps,
  text,
} from './setting-parsers';

/** The settings of messages to customers. */
export const messageSettings = {
  businessLanguage: setting(
    'BUSINESS_LANGUAGE',
    'en',
    'Language of messages to customers who have none: en, de, fr, es, it, nl or pt, or a variant such as de-AT.',
    shippedLanguage,
  ),
  businessName: setting(
    'BUSINESS_NAME',
    '',
    'Name of the business, under messages to customers. Empty: that of MAIL_FROM.',
    text,
  ),
  businessAddress: setting(
    'BUSINESS_ADDRESS',
    '',
    'Postal address of the business on one line, under messages. Empty: none.',
    text,
  ),
  businessPhone: setting(
    'BUSINESS_PHONE',
    '',
    'Telephone number of the business, under messages. Empty: none.',
    text,
  ),
  businessCountry: setting(
    'BUSINESS_COUNTRY',
    '',
    'Country whose national telephone numbers are meant where a number names none: DE (ISO 3166-1). Empty: these are compared by their digits.',
    country,
  ),
  businessEmail: setting(
    'BUSINESS_EMAIL',
    '',
    'E-mail address of the business, under messages. Empty: none; replies go to MAIL_FROM.',
    optionalAddress,
  ),
  messageTemplates: setting(
    'MESSAGE_TEMPLATES',
    '',
    'Folder of templates that take the place of the own texts of messages, such as de/confirmation.txt. Empty: none.',
    optionalFolder,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server, smtp://user:password@host:587 or smtps://user:password@host. Empty: messages are written to DATA_DIR/outbox.',
    smtpUrl,
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Appointments <appointments@localhost>',
    'Sender of messages to customers, who reply to it: Name <address>, or an address.',
    mailbox,
  ),
  notifyCustomers: setting(
    'NOTIFY_CUSTOMERS',
    'true',
    'true: customers get messages about bookings, changes and cancellations, and reminders.',
    flag,
  ),
  notifyProviders: setting(
    'NOTIFY_PROVIDERS',
    'off',
    'on: providers get messages when an appointment is booked, moved or cancelled for them; or some of these, such as booked,cancelled.',
    several('booked', 'moved', 'cancelled'),
  ),
  sms: setting(
    'SMS',
    'off',
    'webhook: what customers with a telephone number get as mail, a gateway of yours can send as SMS: as events message.due. off: none.',
    oneOf('off', 'webhook'),
  ),
  reminderHours: setting(
    'REMINDER_HOURS',
    '24',
    'Hours before the start at which customers are reminded, up to five numbers such as 48,2. 0: no reminders.',
    steps({ most: 5, max: 720 }),
  ),
} as const;
