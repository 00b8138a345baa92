import { setting } from './setting';
import { oneOf, several, text } from './setting-parsers';

type Flag = 'on' | 'off';

interface SignInSettings {
  readonly oidcIssuer: string | undefined;
  readonly oidcAudience: readonly string[];
  readonly webhookAllowPrivate: Flag;
}

const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/;

/** The address of an identity provider, letter by letter as its tokens name it; undefined for an empty text. */
function issuer(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^https?:\/\/[^\s\\?#@]+$/.test(value) || !URL.canParse(value))
    throw new Error(
      'must be an address such as https://login.example.com, without a user, a query or a fragment',
    );
  return value;
}

function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A user with the role `provider` is a provider, whom customers can book. A token makes none. */
function rolesOfNewUsers(value: string): readonly ('admin' | 'staff')[] {
  if (value === 'on') throw new Error('must be off, or a comma-separated list of admin, staff');
  return several('admin', 'staff')(value);
}

/** Who may use the service: the settings of tokens, users and keys. */
export const signInSettings = {
  oidcIssuer: setting(
    'OIDC_ISSUER',
    '',
    'Identity provider whose access tokens are taken beside keys, https://login.example.com/realms/salon. Needs OIDC_AUDIENCE. Empty: keys alone.',
    issuer,
  ),
  oidcAudience: setting(
    'OIDC_AUDIENCE',
    '',
    'What a token must name as its audience, one of a comma-separated list. For agents: PUBLIC_URL with /mcp.',
    list,
  ),
  oidcUserClaim: setting(
    'OIDC_USER_CLAIM',
    'email',
    'Claim of a token that names its user. email: the verified e-mail address. Others, such as sub: the subject of `user link`, else the e-mail address.',
    (name) => name,
  ),
  oidcRolesClaim: setting(
    'OIDC_ROLES_CLAIM',
    '',
    'Claim of a token whose values admin, provider and staff take the place of the roles of the user. Empty: the roles of the user.',
    text,
  ),
  oidcCreateUsers: setting(
    'OIDC_CREATE_USERS',
    'off',
    'Roles of the user that is created for a token of an unknown person: staff, admin or both. off: such a token is refused.',
    rolesOfNewUsers,
  ),
  keysByApi: setting(
    'KEYS_BY_API',
    'off',
    'on: administrators manage users and API keys by /users and /api-keys. off: the command line alone does.',
    oneOf('on', 'off'),
  ),
} as const;

/** What is wrong with the settings of the sign-in together, as sentences. */
export function faultsOfSignIn({ oidcIssuer, oidcAudience, webhookAllowPrivate }: SignInSettings): string[] {
  if (oidcIssuer === undefined)
    return oidcAudience.length === 0 ? [] : ['OIDC_AUDIENCE needs OIDC_ISSUER, and the other way round'];
  return [
    ...(oidcAudience.length > 0 ? [] : ['OIDC_ISSUER needs OIDC_AUDIENCE, and the other way round']),
    ...(isSafe(oidcIssuer, webhookAllowPrivate)
      ? []
      : ['OIDC_ISSUER must begin with https:// unless it is on this machine or WEBHOOK_ALLOW_PRIVATE is on']),
  ];
}

/** Whether an address of the provider may be asked: without TLS, others could answer with keys of their own. */
export function isSafe(url: string, allowPrivate: Flag): boolean {
  return url.startsWith('https://') || LOOPBACK.test(url) || allowPrivate === 'on';
}

/** Where the service says who signs its agents in (RFC 9728). */
export const PROTECTED_RESOURCE_PATH = '.well-known/oauth-protected-resource';

interface Address {
  readonly publicUrl: string | undefined;
  readonly port: number;
}

/** The address of /mcp, which the tokens of agents name as their audience (RFC 8707). */
export function resourceOf(address: Address): string {
  return `${baseOf(address)}/mcp`;
}

/** The parameter of `WWW-Authenticate` that leads agents to the provider. */
export function metadataOf(address: Address): string {
  return `resource_metadata="${baseOf(address)}/${PROTECTED_RESOURCE_PATH}"`;
}

function baseOf({ publicUrl, port }: Address): string {
  return publicUrl ?? `http://localhost:${port}`;
}
