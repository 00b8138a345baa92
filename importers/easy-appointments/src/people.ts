import { isZone } from './clocks';
import { isJsonObject } from './json';
import { languageTag } from './languages';
import { type Said, said } from './line';
import { plainTextIn } from './plain-text';
import { type EasyRow, type Metadata, metadataIn, metadataOf, textIn } from './row';
import { CUSTOM_FIELDS, type EasySettings } from './settings';
import { scheduleOf } from './working-plan';

/** What the service takes for an e-mail address and for a telephone number, as its OpenAPI document says it. */
export const EMAIL =
  /^[^\x00-\x20\x22(),.:;<>@\[\\\]\x7F-\xA0]+(\.[^\x00-\x20\x22(),.:;<>@\[\\\]\x7F-\xA0]+)*@([^\x00-\x2F:-@\[-\x60{-\xA0]([^\x00-\x2C./:-@\[-\x60{-\xA0]{0,61}[^\x00-\x2F:-@\[-\x60{-\xA0])?\.)+[^\x00-@\[-\x60{-\xA0][^\x00-\x2C./:-@\[-\x60{-\xA0]{0,61}[^\x00-\x2F:-@\[-\x60{-\xA0]$/;
export const PHONE = /^([+\-().x/][ +\-().x/]*)?[0-9]([0-9 +\-().x/]*[0-9+\-().x/])?$/;
const MAX_EMAIL = 254;
/** Of the part before the `@` (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_OCTETS = 64;
const PHONE_LENGTHS = { min: 3, max: 40 };

/** The ids of the services that a provider gives. */
function serviceIdsIn(row: EasyRow): string[] {
  const services = row['services'];
  return Array.isArray(services) ? services.map(String) : [];
}

/** @param timezone on whose clock the times of the provider are read */
export function providerOf(row: EasyRow, timezone: string): Said {
  const { settings } = row;
  const contact = phoneIn(row, ['phone', 'mobile']);
  const others = metadataOf({ address: addressIn(row), notes: plainTextIn(row, 'notes') });
  return said(row, {
    name: [textIn(row, 'firstName'), textIn(row, 'lastName')].filter(Boolean).join(' '),
    email: textIn(row, 'email'),
    phone: contact.phone,
    active: row['isPrivate'] !== true,
    timezone,
    schedule: scheduleOf(isJsonObject(settings) ? settings['workingPlan'] : undefined),
    serviceIds: serviceIdsIn(row),
    metadata: { ...contact.metadata, ...others },
  });
}

/** Every member of a customer may be empty there, if the settings say so. @param fieldLabels of the fields, by their numbers */
export function customerOf(row: EasyRow, fieldLabels: EasySettings['fieldLabels']): Said {
  const [first, last] = [textIn(row, 'firstName'), textIn(row, 'lastName')];
  const address = textIn(row, 'email');
  const isAddress = address !== undefined && isEmail(address);
  const contact = phoneIn(row, ['phone']);
  const zone = textIn(row, 'timezone');
  return said(row, {
    firstName: first ?? last ?? address ?? contact.phone ?? `Customer ${row.id}`,
    lastName: first === undefined ? undefined : last,
    email: isAddress ? address : undefined,
    phone: contact.phone,
    address: addressIn(row),
    notes: plainTextIn(row, 'notes'),
    language: languageTag(textIn(row, 'language')),
    timezone: zone !== undefined && isZone(zone) ? zone : undefined,
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
  const chosen = members.find((member) => isPhone(textIn(row, member) ?? ''));
  const phone = chosen && textIn(row, chosen);
  const others = members.filter((member) => textIn(row, member) !== phone);
  return { phone, metadata: metadataIn(row, others) };
}

function isPhone(text: string): boolean {
  return text.length >= PHONE_LENGTHS.min && text.length <= PHONE_LENGTHS.max && PHONE.test(text);
}

/** The service makes full-width letters of an address ordinary ones. */
function isEmail(text: string): boolean {
  const address = text.normalize('NFKC');
  const local = address.slice(0, address.lastIndexOf('@'));
  return (
    Array.from(address).length <= MAX_EMAIL &&
    Buffer.byteLength(local) <= MAX_LOCAL_OCTETS &&
    EMAIL.test(address)
  );
}

function addressIn(row: EasyRow): string | undefined {
  const town = [textIn(row, 'zip'), textIn(row, 'city')].filter(Boolean).join(' ');
  const lines = [textIn(row, 'address'), town, textIn(row, 'state')].filter(Boolean);
  return lines.length === 0 ? undefined : lines.join(', ');
}
