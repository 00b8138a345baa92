import { Entity, Index } from 'typeorm';
import { primary, RowOf, text, timestamp } from '../../platform/database/entity-columns';

/** A challenge whose solution has been used, kept for as long as the challenge could be used again. */
@Entity('used_solutions')
@Index('used_solutions_expires_at_idx', ['expiresAt'])
export class UsedSolution extends RowOf({
  /** Of the challenge: it covers all of its parameters. */
  signature: primary(text()),
  expiresAt: timestamp(),
}) {}
