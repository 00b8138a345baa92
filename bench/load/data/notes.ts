import type { Random } from '../random';

const SENTENCES = [
  'First visit',
  'Prefers the morning',
  'Please call before',
  'Comes with a child',
  'Back pain on the left',
  'Needs the lift to the second floor',
  'Asked for a quiet room',
  'Pays with a voucher',
  'Will bring the referral',
  'Follow-up in six weeks',
] as const;
const ALLERGIES = ['nuts', 'latex', 'lavender', 'pollen', 'nickel', 'iodine'] as const;
/** The share of appointments that have notes. */
const SHARE = 0.35;

/** Words that occur in many notes. */
export const COMMON_WORDS = ['voucher', 'allergic', 'referral', 'quiet', 'morning'] as const;

export function notes(dice: Random): string | null {
  if (dice.next() >= SHARE) return null;
  const parts: string[] = [dice.pick(SENTENCES)];
  if (dice.next() < 0.2) parts.push(`allergic to ${dice.pick(ALLERGIES)}`);
  if (dice.next() < 0.3) parts.push(`reference ${String(dice.between(100_000, 999_999))}`);
  return parts.join(', ');
}
