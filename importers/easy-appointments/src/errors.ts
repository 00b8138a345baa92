/** The system cannot be read, or not any more. The message is for the operator. */
export class EasyAppointmentsError extends Error {}
