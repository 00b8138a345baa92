import type { Config } from './config';

/** The business, as messages name it. */
export interface Business {
  readonly name: string;
  readonly address: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

/** Without a name of its own the business has that of the sender. */
export function businessOf(config: Config): Business {
  const { mailFrom, businessName, businessAddress, businessEmail, businessPhone } = config;
  return {
    name: businessName ?? mailFrom.name ?? mailFrom.address,
    address: businessAddress,
    email: businessEmail,
    phone: businessPhone,
  };
}
