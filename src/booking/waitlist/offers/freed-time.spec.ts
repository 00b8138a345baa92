import { EVERYTHING, type FreedTime, merged } from './freed-time';

const dates = (first: string, last: string) => ({
  dates: { first: `2026-12-${first}`, last: `2026-12-${last}` },
});

describe('merged', () => {
  it('makes one of all that concerns the same provider and service, from the first date to the last', () => {
    const freed = [
      { providerId: 1, ...dates('05', '07') },
      { providerId: 2, ...dates('01', '02') },
      { providerId: 1, ...dates('10', '11') },
    ];
    expect(merged(freed)).toEqual([
      { providerId: 1, ...dates('05', '11') },
      { providerId: 2, ...dates('01', '02') },
    ]);
  });

  it('knows no dates when those of a part are not known', () => {
    expect(merged([{ providerId: 1, ...dates('05', '07') }, { providerId: 1 }])).toEqual([{ providerId: 1 }]);
  });

  it.each<[string, FreedTime, FreedTime]>([
    ['of a provider within that of all', dates('01', '31'), { providerId: 1, ...dates('05', '07') }],
    ['of a service within that of all services', { providerId: 1 }, { providerId: 1, serviceId: 3 }],
    ['within everything', EVERYTHING, { providerId: 1, ...dates('05', '07') }],
  ])('leaves out time %s', (_what, wide, narrow) => {
    expect(merged([narrow, wide])).toEqual([wide]);
  });

  it.each<[string, FreedTime, FreedTime]>([
    ['of another provider', { providerId: 1 }, { providerId: 2 }],
    ['of more dates', { providerId: 1, ...dates('05', '07') }, dates('05', '06')],
    ['of no known dates', dates('05', '07'), { providerId: 1 }],
  ])('keeps time %s', (_what, some, other) => {
    expect(merged([some, other])).toEqual([some, other]);
  });

  it('makes everything of more than a hundred', () => {
    const ofProviders = (count: number) => Array.from({ length: count }, (_, providerId) => ({ providerId }));
    expect(merged(ofProviders(100))).toHaveLength(100);
    expect(merged(ofProviders(101))).toEqual([EVERYTHING]);
  });
});
