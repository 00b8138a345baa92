import type { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { resourceOf } from '../../platform/config/sign-in-settings';
import { type Finding, findingsOf } from './finding';

/** Checks that the identity provider gives its keys, and that agents can get a token for /mcp. */
export async function checkSignIn(config: Config, clock: Clock): Promise<Finding[]> {
  const { ok, warning, fault } = findingsOf('sign in');
  const { oidcIssuer, oidcAudience, webhookAllowPrivate } = config;
  if (oidcIssuer === undefined) return [ok('no OIDC_ISSUER: keys alone')];
  const { IssuerKeys } = await import('../../people/sign-in/issuer-keys.js');
  const { HostLookup } = await import('../../platform/outgoing/host-lookup.js');
  const { OutgoingHttp } = await import('../../platform/outgoing/outgoing-http.js');
  const http = new OutgoingHttp({ webhookAllowPrivate: 'on', webhookAllowPorts: '*' }, new HostLookup());
  const keys = new IssuerKeys(oidcIssuer, webhookAllowPrivate, clock, http);
  await keys.read();
  await http.onApplicationShutdown();
  const resource = resourceOf(config);
  return [
    keys.fault === undefined ? ok(`${oidcIssuer} gives its keys`) : fault(`${oidcIssuer}: ${keys.fault}`),
    ...(oidcAudience.includes(resource)
      ? []
      : [warning(`OIDC_AUDIENCE does not name ${resource}: agents get no token that /mcp takes`)]),
  ];
}
