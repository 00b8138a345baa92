import { built } from './app.mjs';

const HEAD = `# Every setting of the service, with its default. Copy this file to .env and change what you need.
# A variable of the environment takes precedence over .env.
`;

/** Every setting with its default, commented out: a copy changes nothing. */
export function generate() {
  const { settings } = built('platform/config/settings');
  const entries = Object.values(settings).map(
    ({ variable, about, default: fallback }) => `# ${about}\n#${variable}=${fallback}\n`,
  );
  return [HEAD, ...entries].join('\n');
}
