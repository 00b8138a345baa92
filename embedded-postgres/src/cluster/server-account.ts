import { readFileSync } from 'node:fs';

/** The account that initdb and postgres run as; undefined: our own. PostgreSQL refuses to run as root. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | undefined;

const NOBODY = 65534;

/** As root: the first of the given owners that is not root, else `nobody`, which exists on every system. */
export function serverAccount(owners: readonly { uid: number; gid: number }[]): ServerAccount {
  if (process.getuid?.() !== 0) return undefined;
  const owner = owners.find(({ uid }) => uid !== 0);
  if (owner === undefined) return nobody();
  return { uid: owner.uid, gid: owner.gid === 0 ? owner.uid : owner.gid };
}

/** The account for initdb, which unlike the server requires a user with a name. */
export function namedAccount(account: ServerAccount): ServerAccount {
  if (account === undefined || passwdEntries().some(({ uid }) => uid === account.uid)) return account;
  return serverAccount([]);
}

function nobody(): ServerAccount {
  const users = passwdEntries().filter(({ uid }) => uid > 0);
  const found = users.find(({ name }) => name === 'nobody') ?? users[0];
  return found === undefined ? { uid: NOBODY, gid: NOBODY } : { uid: found.uid, gid: found.gid };
}

function passwdEntries(): { name: string; uid: number; gid: number }[] {
  return passwdLines().map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

function passwdLines(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}
