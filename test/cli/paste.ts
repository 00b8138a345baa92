import { runScript } from './shell';

/** Runs each line in a shell, as if pasted. @returns the JSON that each line printed */
export async function paste(lines: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const line of lines) answers.push(JSON.parse(await runScript(line, {})));
  return answers;
}
