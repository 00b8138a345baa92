import type { SendMailOptions } from 'nodemailer';

/** Takes a message to where it goes. @param name tells it from every other message; fit for a file */
export type Transport = (mail: SendMailOptions, name: string) => Promise<void>;
