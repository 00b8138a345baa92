import type { Judgement } from '../report/report';
import { figure } from '../report/table';
import { bar, escaped, legend, row, section, tick } from './marks';

/** Position of the limit on the axis: a value of twice the limit still fits. */
const LIMIT_AT = 45;

export function goalsSection(goals: readonly Judgement[]): string {
  const judged = goals.filter(({ isMet }) => isMet !== undefined);
  const isGrowth = ({ goal }: Judgement) => goal.startsWith('Growth: ');
  const growth = judged.filter(isGrowth);
  return section(
    'Goals',
    'Each against its own limit, which is the mark: a bar may not pass it; that of the bookings must.',
    legend({ ours: 'met', missed: 'missed', tick: 'limit' }),
    ...judged.filter((goal) => !isGrowth(goal)).map((goal) => goalRow(goal, goal.goal)),
    growth.length === 0
      ? ''
      : '<h3>Growth: time per request over a million, against 20,000 appointments</h3>',
    ...growth.map((goal) => goalRow(goal, goal.goal.slice('Growth: '.length))),
  );
}

function goalRow({ limit, unit, isAtLeast, measured = 0, isMet }: Judgement, label: string): string {
  const kind = isMet ? 'ours' : 'miss';
  const at = (measured / limit) * LIMIT_AT;
  const sign = isAtLeast ? '≥' : '≤';
  const value = `<b>${isMet ? '✓' : '✗'} ${figure(measured)}</b> <small>${sign} ${limit} ${unit}</small>`;
  return row(escaped(label), [bar('back', 0, 100), bar(kind, 0, at), tick('goal', LIMIT_AT)], value, !isMet);
}
