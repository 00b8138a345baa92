import { Injectable } from '@nestjs/common';
import type { Identity } from '../../platform/http/identity';
import { type AddressOf, ApiKeysService } from '../api-keys/api-keys.service';

const BEARER = /^Bearer +(\S+) *$/i;

@Injectable()
export class Authenticator {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** @param authorization the header of that name @param addressOf the address of the client */
  async identify(authorization: string | undefined, addressOf?: AddressOf): Promise<Identity> {
    if (authorization === undefined) return { kind: 'anonymous' };
    const credential = BEARER.exec(authorization)?.[1];
    const caller =
      credential === undefined ? undefined : await this.apiKeys.findCaller(credential, addressOf);
    return caller === undefined ? { kind: 'invalid' } : { kind: 'caller', caller };
  }
}
