/**
 * Loaded before a program of the service (`node --require`): gives it a release of the zone rules that the environment names. In `2090b`,
 * Nigeria has put its clocks forward for good, on 1 January 2080.
 */
const rules = require('moment-timezone/data/packed/latest.json');

const RELEASES = {
  '2090a': 'Africa/Lagos|WAT|-10|0||17e6',
  '2090b': `Africa/Lagos|WAT CAT|-10 -20|01|${base60(Date.UTC(2080, 0, 1) / 60_000)}|17e6`,
};

rules.version = process.env.ZONE_RELEASE;
rules.zones = [
  ...rules.zones.filter((zone) => !zone.startsWith('Africa/Lagos|')),
  RELEASES[process.env.ZONE_RELEASE],
];

function base60(number) {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';
  return number === 0 ? '' : base60(Math.floor(number / 60)) + digits[number % 60];
}
