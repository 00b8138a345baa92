/**
 * A certified identity provider as a process of its own, which says its address when it runs. A person who signs in says who that is. Each line
 * that it reads makes a new key, with which it signs from then on; the public keys before it stay.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

const claims = (email) => ({ sub: email, email, email_verified: true });
let answer;
const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const keys = [];

async function rotate() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  keys.unshift({ ...(await exportJWK(privateKey)), kid: `key-${keys.length}`, alg: 'RS256', use: 'sig' });
  answer = provider().callback();
  console.log(issuer);
}

function provider() {
  return new Provider(issuer, {
    jwks: { keys },
    clients: [
      {
        client_id: 'staff-day',
        // Of a native client any port of the loopback counts (RFC 8252, section 7.3).
        redirect_uris: ['http://localhost/'],
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
      },
    ],
    clientBasedCORS: () => true,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: () => claims(id) }),
    extraTokenClaims: (_context, token) => claims(token.accountId),
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, audience) => ({ scope: '', audience, accessTokenFormat: 'jwt' }),
      },
    },
    pkce: { required: () => true },
  });
}

await rotate();
process.stdin
  .on('data', rotate)
  .on('end', () => process.exit())
  .resume();
