import fc from 'fast-check';
import { ABSENT, type AbsenceWorld, anAbsence, batchOf } from '../../../../test/support/worlds/absences';
import { expectEqual } from '../../../../test/support/worlds/expect-equal';
import { type Assignment, OracleOfAbsences } from '../../../../test/support/worlds/oracle-of-absences';
import { runs } from '../../../../test/support/worlds/runs';
import { BatchCalendars } from '../batch-calendars';
import { planOf } from './plan';
import { bundlesOf } from './units';

async function planned(world: AbsenceWorld): Promise<Assignment> {
  const { gifts: given, reasons } = await planOf(bundlesOf(world.absent), new BatchCalendars(batchOf(world)));
  const taken = given.flatMap(({ unit, providerId }) =>
    unit.appointments.map(({ id }) => [id, providerId] as const),
  );
  return new Map<number, number | null>([...taken, ...[...reasons.keys()].map((id) => [id, null] as const)]);
}

const count = (way: Assignment) => [...way.values()].filter((id) => id !== null).length;
const inOrder = (way: Assignment) => [...way].sort(([a], [b]) => a - b);

describe('A plan for the appointments of an absent provider', () => {
  it('gives as many appointments to others as trying everything does', async () => {
    await fc.assert(
      fc.asyncProperty(anAbsence, async (world) => {
        const [best] = new OracleOfAbsences(world).best;
        expectEqual(count(await planned(world)), count(best ?? new Map()));
      }),
      runs(2_000),
    );
  });

  it('is one of the best ways, and of these the one that the order of choice prefers', async () => {
    await fc.assert(
      fc.asyncProperty(anAbsence, async (world) => {
        expectEqual(inOrder(await planned(world)), inOrder(new OracleOfAbsences(world).chosen()));
      }),
      runs(2_000),
    );
  });

  it('names each appointment once, and gives none to the absent provider', async () => {
    await fc.assert(
      fc.asyncProperty(anAbsence, async (world) => {
        const way = await planned(world);
        expectEqual([...way.keys()].sort(), world.absent.map(({ id }) => id).sort());
        expect([...way.values()]).not.toContain(ABSENT);
      }),
      runs(500),
    );
  });
});
