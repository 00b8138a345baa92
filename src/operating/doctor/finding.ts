/** `warning`: it works, but somebody should look at it. `fault`: something does not work. */
export type Status = 'ok' | 'warning' | 'fault';

/** What one check found, in one line for a person. */
export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly finding: string;
}

/** Makes the findings of a check. */
export function findingsOf(check: string) {
  const make = (status: Status) => (finding: string) => ({ check, status, finding: withoutSecrets(finding) });
  return { ok: make('ok'), warning: make('warning'), fault: make('fault') };
}

/** What somebody else has said may have a URL in it, with the password that is in the URL. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/:\/\/[^\s/@]*@/g, '://***@');
}
