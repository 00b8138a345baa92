/** What the service sees of the importer. */
export { isOpenToRead } from './client';
export { EasyAppointmentsError } from './errors';
export { LINKS, writeFolder } from './folder';
export { type EasyRequest, openEasyAppointments } from './read';
