import { email, phone } from '../../../../platform/http/validation/text-types';
import { isTimeZone } from '../../../../platform/time/zones/time-zone';
import { isJsonObject } from '../../../../platform/values/json-object';
import { plainTextIn } from '../reading/plain-text';
import { type EasyRow, metadataIn, textIn } from '../reading/easy-row';
import { languageTag } from './languages';
import { mapped, type MappedRow } from './mapped-row';
import { scheduleOf } from './working-plan';

const EMAIL = email();
const PHONE = phone();

/** The ids of the services that a provider gives. */
export function serviceIdsIn(row: EasyRow): string[] {
  const services = row['services'];
  return Array.isArray(services) ? services.map(String) : [];
}

/** @param serviceIds ours @param timezone on whose clock the times of the provider are read */
export function providerOf(row: EasyRow, serviceIds: readonly number[], timezone: string): MappedRow {
  const { settings } = row;
  const contact = phoneIn(row, ['phone', 'mobile']);
  return mapped(row, {
    name: [textIn(row, 'firstName'), textIn(row, 'lastName')].filter(Boolean).join(' '),
    email: textIn(row, 'email'),
    phone: contact.phone,
    active: row['isPrivate'] !== true,
    timezone,
    schedule: scheduleOf(isJsonObject(settings) ? settings['workingPlan'] : undefined),
    serviceIds,
    metadata: contact.metadata,
  });
}

/** Every member of a customer may be empty there, if the settings say so. */
export function customerOf(row: EasyRow): MappedRow {
  const [first, last] = [textIn(row, 'firstName'), textIn(row, 'lastName')];
  const address = textIn(row, 'email');
  const isAddress = EMAIL.fault(EMAIL.clean?.(address)) === undefined;
  const contact = phoneIn(row, ['phone']);
  const zone = textIn(row, 'timezone');
  return mapped(row, {
    firstName: first ?? last ?? address ?? contact.phone ?? `Customer ${row.id}`,
    lastName: first === undefined ? undefined : last,
    email: isAddress ? address : undefined,
    phone: contact.phone,
    address: addressIn(row),
    notes: plainTextIn(row, 'notes'),
    language: languageTag(textIn(row, 'language')),
    timezone: zone !== undefined && isTimeZone(zone) ? zone : undefined,
    metadata: {
      ...contact.metadata,
      ...(isAddress ? {} : metadataIn(row, { email: 'email' })),
      ...metadataIn(row, CUSTOM_FIELDS),
    },
  });
}

const CUSTOM_FIELDS = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`customField${n}`, `customField${n}`]));

/** What is no telephone number, such as `ask Ana`, goes to the metadata. */
function phoneIn(row: EasyRow, members: readonly string[]) {
  const texts = members.flatMap((member) => textIn(row, member) ?? []);
  const number = texts.find((text) => PHONE.fault(text) === undefined);
  const [text] = texts;
  return { phone: number, metadata: number === undefined && text !== undefined ? { phone: text } : {} };
}

function addressIn(row: EasyRow): string | undefined {
  const town = [textIn(row, 'zip'), textIn(row, 'city')].filter(Boolean).join(' ');
  const lines = [textIn(row, 'address'), town, textIn(row, 'state')].filter(Boolean);
  return lines.length === 0 ? undefined : lines.join(', ');
}
