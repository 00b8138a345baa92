import { type LookupAddress, promises as dns } from 'node:dns';
import { Injectable } from '@nestjs/common';

/** How long a look-up waits, in ms, and how often it tries: twice as long as a working name server needs. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/** The name server gave no answer. A second lookup through the operating system would only take longer. */
const SILENT = new Set(['ETIMEOUT', 'ESERVFAIL']);

/**
 * Resolves host names. It queries the name servers directly: while a name server is silent, `getaddrinfo` of the operating system
 * blocks one of two threads for up to half a minute, so one dead domain would delay the requests to all others. Only names that the
 * name servers do not know, such as those of the hosts file and of search domains, go to the operating system.
 */
@Injectable()
export class HostLookup {
  private readonly resolver = new dns.Resolver(PATIENCE);

  /** @returns at least one address. @throws an error of `node:dns` when there is none */
  async addressesOf(host: string): Promise<LookupAddress[]> {
    const [v4, v6] = await Promise.allSettled([this.resolver.resolve4(host), this.resolver.resolve6(host)]);
    const found = [...addresses(v4, 4), ...addresses(v6, 6)];
    if (found.length > 0) return found;
    const failure = [v4, v6].find(isSilence);
    if (failure !== undefined) throw failure.reason;
    return dns.lookup(host, { all: true });
  }
}

function addresses(answer: PromiseSettledResult<string[]>, family: number): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function isSilence(answer: PromiseSettledResult<string[]>): answer is PromiseRejectedResult {
  return answer.status === 'rejected' && SILENT.has((answer.reason as NodeJS.ErrnoException).code ?? '');
}
