import { Field } from '../../../platform/http/validation/field';
import { flag, id } from '../../../platform/http/validation/number-types';
import {
  email,
  freeText,
  MAX_NAME,
  MAX_NOTES,
  phone,
  text,
} from '../../../platform/http/validation/text-types';
import { localDate, localTime } from '../../../platform/http/validation/time-types';

/** Body of POST /appointments (interface, "AppointmentCreate"). */
export class AppointmentCreate {
  @Field(text(MAX_NAME), {
    example: 'Mia Keller',
    description: 'The customer; kept only when the e-mail address is new',
  })
  name: string;

  @Field(email(), { example: 'mia.keller@example.com', description: 'Finds the customer, or creates it' })
  email: string;

  @Field(phone(), { optional: true, nullable: true, example: '+49 30 901820' })
  phone?: string | null;

  @Field(id(), { example: 2 })
  providerId: number;

  @Field(id(), { example: 1 })
  serviceId: number;

  @Field(localDate(), { example: '2026-12-01', description: 'On the provider’s calendar' })
  date: string;

  @Field(localTime(), { example: '09:00', description: 'On the provider’s clock' })
  start: string;

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'First visit' })
  notes?: string | null;

  @Field(id(), { optional: true, nullable: true, description: 'Where it takes place' })
  locationId?: number | null;

  @Field(flag(), {
    optional: true,
    default: false,
    description:
      'Skip past, notice, horizon, closures, time off and hours, for a walk-in entered afterwards; never the overlap rule',
  })
  ignoreSchedule?: boolean;
}
