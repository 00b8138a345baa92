import { email, phone } from '../../../src/platform/http/validation/text-types';
import { isTimeZone } from '../../../src/platform/time/zones/time-zone';
import { isJsonObject } from '../../../src/platform/values/json-object';
import type { Metadata } from '../../../src/platform/metadata/metadata';
import { plainTextIn } from './plain-text';
import { type EasyRow, metadataIn, metadataOf, textIn } from './row';
import { CUSTOM_FIELDS, type EasySettings } from './settings';
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
  const others = metadataOf({ address: addressIn(row), notes: plainTextIn(row, 'notes') });
  return mapped(row, {
    name: [textIn(row, 'firstName'), textIn(row, 'lastName')].filter(Boolean).join(' '),
    email: textIn(row, 'email'),
    phone: contact.phone,
    active: row['isPrivate'] !== true,
    timezone,
    schedule: scheduleOf(isJsonObject(settings) ? settings['workingPlan'] : undefined),
    serviceIds,
    metadata: { ...contact.metadata, ...others },
  });
}

/** Every member of a customer may be empty there, if the settings say so. @param fieldLabels of the fields, by their numbers */
export function customerOf(row: EasyRow, fieldLabels: EasySettings['fieldLabels']): MappedRow {
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
      ...(isAddress ? {} : metadataIn(row, ['email'])),
      ...fieldsIn(row, fieldLabels),
    },
  });
}

/** The fields that an administrator has named, with those names. */
function fieldsIn(row: EasyRow, labels: EasySettings['fieldLabels']): Metadata {
  const fields = CUSTOM_FIELDS.flatMap((number): [string, string | undefined][] => {
    const member = `customField${number}`;
    const value = textIn(row, member);
    return value === undefined
      ? []
      : [
          [member, value],
          [`${member}Label`, labels.get(number)],
        ];
  });
  return metadataOf(Object.fromEntries(fields));
}

/** The first telephone number. All other texts, such as a second number or `ask Ana`, go to the metadata. */
function phoneIn(row: EasyRow, members: readonly string[]) {
  const chosen = members.find((member) => PHONE.fault(textIn(row, member)) === undefined);
  const phone = chosen && textIn(row, chosen);
  const others = members.filter((member) => textIn(row, member) !== phone);
  return { phone, metadata: metadataIn(row, others) };
}

function addressIn(row: EasyRow): string | undefined {
  const town = [textIn(row, 'zip'), textIn(row, 'city')].filter(Boolean).join(' ');
  const lines = [textIn(row, 'address'), town, textIn(row, 'state')].filter(Boolean);
  return lines.length === 0 ? undefined : lines.join(', ');
}
