import type { PaymentStatus, Status } from '../../booking/appointment-status';
import type { Random } from './random';

/** Weights of the payment statuses, by the status of the appointment. */
const PAYMENTS: Readonly<Record<Status, Readonly<Partial<Record<PaymentStatus, number>>>>> = {
  pending: { none: 1 },
  confirmed: { none: 80, paid: 17, failed: 3 },
  completed: { paid: 88, pending: 9, none: 3 },
  cancelled: { none: 80, refunded: 20 },
  'no-show': { none: 1 },
};

/** What has become of an appointment, and of its payment. @param isOver whether its end has passed */
export function statusAndPayment(
  price: number | null,
  isOver: boolean,
  random: Random,
): { status: Status; paymentStatus: PaymentStatus } {
  const status = isOver
    ? random.weighted<Status>({ completed: 86, cancelled: 8, 'no-show': 6 })
    : random.weighted<Status>({ confirmed: 80, pending: 12, cancelled: 8 });
  const paymentStatus: PaymentStatus =
    price === null ? 'none' : random.weighted<PaymentStatus>(PAYMENTS[status]);
  return { status, paymentStatus };
}
