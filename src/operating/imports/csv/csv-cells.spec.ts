import { ServiceWrite } from '../../../business/services/dto/service.dto';
import { ImportedAppointment } from '../dto/imported-rows';
import { textOf } from '../outcome';
import { CellFault, type CsvReading, readCells } from './csv-cells';
import { readColumns } from './csv-columns';

const priceIn = (cell: string) => {
  const { taken } = readColumns(['price'], ServiceWrite, {});
  return readCells([cell], taken, {}).body['price'];
};

describe('A number of a file', () => {
  it.each([
    ['12', 12],
    ['12,5', 12.5],
    ['12.50', 12.5],
    ['-3,75', -3.75],
    ['1.099,50', 1_099.5],
    ['1,099.50', 1_099.5],
    ['12.345.678,9', 12_345_678.9],
    ['12,345,678.90', 12_345_678.9],
    ['1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['1 099,50', 1_099.5],
    ['1\u00A0099', 1_099],
    ['1’099.50', 1_099.5],
    ["1'099", 1_099],
  ])('is read where it can mean one thing: %s', (cell, expected) => {
    expect(priceIn(cell)).toBe(expected);
  });

  it.each([
    '1.099',
    '1,099',
    '1.09,50',
    '1,099,50',
    '1.099.50',
    '12.34.567',
    '1.0995,50',
    '€ 5',
    '1,,5',
    '5-',
  ])('stays a text, which is refused, where it cannot be read: %s', (cell) => {
    expect(priceIn(cell)).toBe(cell);
  });
});

describe('A date of a file', () => {
  const startIn = (cell: string, dates?: CsvReading['dates']) => {
    const { taken } = readColumns(['start'], ImportedAppointment, {});
    return readCells([cell], taken, { dates }).body['start'];
  };

  it.each([
    ['2026-12-24', undefined, '2026-12-24'],
    ['2026/3/4', 'dmy', '2026-03-04'],
    ['04.03.2026', 'dmy', '2026-03-04'],
    ['04/03/2026', 'mdy', '2026-04-03'],
    ['4.3.2026 9:05', 'dmy', '2026-03-04T09:05'],
    ['3/4/2026, 12:15 am', 'mdy', '2026-03-04T00:15'],
    ['3/4/2026 12:15 pm', 'mdy', '2026-03-04T12:15'],
    ['3/4/2026 1:15 PM', 'mdy', '2026-03-04T13:15'],
  ] as const)('is read in the order that the operator names: %s, %s', (cell, dates, expected) => {
    expect(startIn(cell, dates)).toBe(expected);
  });

  it.each([
    ['04/03/2026', undefined],
    ['04/03/26', 'dmy'],
    ['31.02.2026', 'dmy'],
  ] as const)('is refused where it can be read in two ways, or names no date: %s, %s', (cell, dates) => {
    expect(() => startIn(cell, dates)).toThrow(CellFault);
  });
});

describe('A status of a file', () => {
  const statuses = new Map([['storniert', 'cancelled' as const]]);
  const statusIn = (cell: string) => {
    const { taken } = readColumns(['Status'], ImportedAppointment, {});
    return readCells([cell], taken, { statuses }).body['status'];
  };

  it.each([
    ['confirmed', 'confirmed'],
    ['No-Show', 'no-show'],
    ['Storniert', 'cancelled'],
    ['STORNIERT', 'cancelled'],
  ])('is one of ours, or one that the operator names, in any case: %s', (cell, expected) => {
    expect(statusIn(cell)).toBe(expected);
  });

  it('is refused by its name where its meaning is not known', () => {
    const read = () => {
      try {
        return statusIn('Erledigt');
      } catch (error) {
        return error instanceof CellFault ? textOf(error.refusal) : error;
      }
    };
    expect(read()).toBe('the meaning of the status "Erledigt" is not known: say it with --statuses');
  });
});
