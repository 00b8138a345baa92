/** A certified identity provider as a process of its own. Whoever signs in says who that is. Arguments: port, redirect address, audience. */
import Provider from 'oidc-provider';

const [port, redirect, audience] = process.argv.slice(2);
const issuer = `http://localhost:${port}`;
const claims = (email) => ({ sub: email, email, email_verified: true });

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'staff-day',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      application_type: 'native',
    },
  ],
  clientBasedCORS: () => true,
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  findAccount: (_context, id) => ({ accountId: id, claims: () => claims(id) }),
  extraTokenClaims: (_context, token) => claims(token.accountId),
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt', accessTokenTTL: 3_600 }),
    },
  },
  pkce: { required: () => true },
});
provider.listen(Number(port), 'localhost', () => process.stdout.write('listening\n'));
process.stdin.on('end', () => process.exit()).resume();
