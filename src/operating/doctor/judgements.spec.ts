import { judgeClock, judgeConnections } from './database.check';
import { findingsOf } from './finding';
import { judgeSpace } from './folders.check';
import { judgeZoneRules } from './zone-rules.check';

const GIB = 1_073_741_824;

describe('The command doctor', () => {
  it.each([
    [0, 'ok', '0.0 s away from'],
    [2_000, 'ok', '2.0 s away from'],
    [2_100, 'warning', '2.1 s ahead of'],
    [-90_000, 'warning', '90.0 s behind'],
  ])('judges a clock that is %i ms ahead as %s', (skewMs, status, words) => {
    expect(judgeClock(skewMs)).toMatchObject({ status, finding: expect.stringContaining(words) });
  });

  it.each([
    [{ max: 97, others: 0 }, 10, 'ok', 'instances that fit: 9'],
    [{ max: 97, others: 87 }, 10, 'ok', 'instances that fit: 1'],
    [{ max: 97, others: 88 }, 10, 'warning', 'too few are free'],
    [{ max: 20, others: 0 }, 50, 'warning', 'too few are free'],
  ])('judges the connections %j with a pool of %i as %s', (connections, poolSize, status, words) => {
    const found = judgeConnections(connections, poolSize);
    expect(found).toMatchObject({ status, finding: expect.stringContaining(words) });
  });

  it.each([
    [GIB, 'ok'],
    [GIB - 1, 'warning'],
    [100 * 1_048_576 - 1, 'fault'],
  ])('judges a folder with %i free bytes as %s', (free, status) => {
    expect(judgeSpace('data folder', '/data', free)).toMatchObject({ status });
  });

  it('names the zones for which Node or PostgreSQL has other rules, as information', () => {
    const agreed = { zonesInUse: 1, node: [], database: [] };
    expect(judgeZoneRules(agreed).finding).toMatch(/agree on the zone in use for two years$/);
    const differing = {
      zonesInUse: 3,
      node: ['America/Vancouver'],
      database: ['America/Havana', 'America/Vancouver'],
    };
    expect(judgeZoneRules(differing)).toMatchObject({
      status: 'ok',
      finding: expect.stringMatching(
        /Node \(.+\) has others for America\/Vancouver; PostgreSQL has others for America\/Havana, America\/Vancouver, which/,
      ),
    });
  });

  it('hides the password of a URL in the message of another program', () => {
    const { finding } = findingsOf('mail').fault('cannot parse smtp://ana:s3cret@mail.example.com:587/');
    expect(finding).toBe('cannot parse smtp://***@mail.example.com:587/');
  });
});
