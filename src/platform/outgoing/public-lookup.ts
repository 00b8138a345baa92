import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { HostLookup } from './host-lookup';
import { OutgoingError } from './outgoing-error';
import { privateAddress } from './outgoing-url';
import { isPublicAddress } from './public-address';

/** Resolves a name; refuses it when any of its addresses is not public. @throws OutgoingError */
export async function publicAddressesOf(
  host: string,
  hosts: HostLookup,
  allowPrivate: boolean,
): Promise<LookupAddress[]> {
  const addresses = await hosts.addressesOf(host).catch(() => {
    throw new OutgoingError('unknown_host', 'the name of the host cannot be resolved');
  });
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw privateAddress();
  return addresses;
}

/** The lookup of a connection. The socket connects to the very addresses checked here, so a name that changes its answer gains nothing. */
export function checkedLookup(hosts: HostLookup, allowPrivate: boolean): LookupFunction {
  return (host, { all }, callback) => {
    publicAddressesOf(host, hosts, allowPrivate).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
}
