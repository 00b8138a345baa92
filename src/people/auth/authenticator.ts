import { Injectable } from '@nestjs/common';
import type { Identity } from '../../platform/http/identity';
import { type AddressOf, KeyCallers } from '../api-keys/key-callers';
import { SignIn } from '../sign-in/sign-in';

const BEARER = /^Bearer +(\S+) *$/i;
/** How the header of a JSON Web Token begins, and no key does: `{"` in Base64. */
const TOKEN = 'eyJ';

/** Says who sends a request. A key of the service vouches for that, or a token of the identity provider. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly keys: KeyCallers,
    private readonly signIn: SignIn,
  ) {}

  /** Why the identity provider gives no keys; undefined: it does, or it is not needed. */
  get faultOfProvider(): string | undefined {
    return this.signIn.fault;
  }

  /** @param authorization the header of that name @param addressOf the address of the client */
  async identify(authorization: string | undefined, addressOf?: AddressOf): Promise<Identity> {
    if (authorization === undefined) return { kind: 'anonymous' };
    const credential = BEARER.exec(authorization)?.[1];
    if (credential === undefined) return { kind: 'invalid' };
    if (credential.startsWith(TOKEN)) return this.signIn.identify(credential, addressOf);
    const caller = await this.keys.findCaller(credential, addressOf);
    return caller === undefined ? { kind: 'invalid' } : { kind: 'caller', caller };
  }
}
