import type { SendMailOptions } from 'nodemailer';

/** Delivers an e-mail. @param name unique for the message, and valid as a file name */
export type Transport = (mail: SendMailOptions, name: string) => Promise<void>;
