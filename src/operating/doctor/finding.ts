/** `warning`: it works, but the operator should look at it. `fault`: it does not work. */
export type Status = 'ok' | 'warning' | 'fault';

/** The result of one check, in one line. */
export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly finding: string;
}

export function findingsOf(check: string) {
  const make = (status: Status) => (finding: string) => ({ check, status, finding: withoutSecrets(finding) });
  return { ok: make('ok'), warning: make('warning'), fault: make('fault') };
}

/** Hides the password of any URL: the message of another program may contain one. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/:\/\/[^\s/@]*@/g, '://***@');
}
