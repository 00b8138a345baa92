import { type Agent, get } from 'node:http';

/** Asks with a credential, and reads the answer to its end. */
export function statusOf(url: string, credential: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${credential}` } }, (answer) => {
      answer.resume().once('end', () => {
        resolve(answer.statusCode);
      });
    }).once('error', reject);
  });
}
