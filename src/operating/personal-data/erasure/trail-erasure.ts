import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  AppointmentErasure,
  ERASED_APPOINTMENT,
} from '../../../booking/appointments/erasure/appointment-erasure';
import { ERASED_ENTRY } from '../../../booking/waitlist/erasure/waitlist-erasure';
import { ERASED_CUSTOMER } from '../../../people/customers/erasure/customer-erasure';
import { ERASED_MESSAGE, MessageErasure } from '../../../telling/messages/erasure/message-erasure';
import type { AuditedResource } from '../../audit/audited-resources';
import { AuditErasure, type PersonalRows } from '../../audit/erasure/audit-erasure';
import type { LockedPersons } from './erasure-lock';

/** Removes persons from the audit trail, and what they left on appointments that other customers have by now. */
@Injectable()
export class TrailErasure {
  constructor(
    private readonly audit: AuditErasure,
    private readonly appointments: AppointmentErasure,
    private readonly messages: MessageErasure,
  ) {}

  /** Runs last, because each write left entries with the data. @returns the names of files in the outbox that name the persons */
  async erase(tx: EntityManager, persons: LockedPersons, now: Date): Promise<string[]> {
    const customerIds = persons.customers.map(({ id }) => id);
    const former = await this.audit.findFormer(tx, customerIds);
    const formerIds = (resource: AuditedResource) =>
      former.filter((row) => row.resource === resource).map(({ id }) => id);
    const left: PersonalRows = {
      resource: 'appointments',
      ids: formerIds('appointments'),
      customerIds,
      erased: ERASED_APPOINTMENT,
    };
    const files = await this.eraseLeft(tx, left, now);
    const own = persons.appointments.map(({ id }) => id);
    await this.audit.eraseRows(tx, { ...left, ids: [...left.ids, ...own] });
    const entries = [...formerIds('waitlist'), ...persons.entries];
    await this.audit.eraseRows(tx, { resource: 'waitlist', ids: entries, customerIds, erased: ERASED_ENTRY });
    await this.audit.anonymise(tx, 'notifications', formerIds('notifications'), ERASED_MESSAGE);
    await this.audit.anonymise(tx, 'customers', customerIds, ERASED_CUSTOMER);
    return files;
  }

  /** What the persons left on appointments that they do not have any more. */
  private async eraseLeft(tx: EntityManager, left: PersonalRows, now: Date): Promise<string[]> {
    if (left.ids.length === 0) return [];
    const values = await this.audit.findValues(tx, left);
    const names = values.filter(({ name }) => name === 'attendee_name').map(({ value }) => value);
    await this.appointments.eraseValues(
      tx,
      left.ids,
      values.map(({ value }) => value),
      now,
    );
    return this.messages.eraseAttendees(tx, left.ids, names);
  }
}
