import { FailureLog, OutageLog } from './failure-log';

describe('The log of failures of a worker', () => {
  it('has the first failure of each loop, and another one only after a success of the same loop', () => {
    const lines: unknown[] = [];
    const logger = { error: (_error: unknown, line: unknown) => lines.push(line) };
    const [offers, events] = [new FailureLog(logger, 'offer'), new FailureLog(logger, 'number')];
    offers.failed(new Error('first'));
    events.failed(new Error('hidden by none'));
    events.succeeded();
    offers.failed(new Error('again'));
    offers.succeeded();
    offers.failed(new Error('anew'));
    expect(lines).toEqual(
      ['offer', 'number', 'offer'].map((loop) => `The worker failed to ${loop}; trying again`),
    );
  });

  it('says once that the database is away, and once more after it was back', () => {
    const lines: unknown[] = [];
    const outages = new OutageLog({ warn: (line: unknown) => lines.push(line) });
    outages.failed();
    outages.failed();
    outages.succeeded();
    outages.failed();
    expect(lines).toHaveLength(2);
  });
});
