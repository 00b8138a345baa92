import { takeTimeOf } from '../../src/booking/claims/claims.statements';

/** SQL that claims the time of appointments which a test has written itself. */
export const CLAIM_WRITTEN = `${takeTimeOf('appointments')} and not exists (select from claims c where c.appointment_id = a.id)`;
