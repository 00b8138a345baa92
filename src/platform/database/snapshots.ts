import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OpenTransaction } from './open-transaction';

/** Transactions that read. `Database` has those that write. */
@Injectable()
export class Snapshots {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs reads that all see the database as it was when the first of them began, for as long as they take. */
  async read<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const transaction = await OpenTransaction.begin(this.dataSource, 'reading');
    try {
      const done = await work(transaction.manager);
      await transaction.commit();
      return done;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    } finally {
      await transaction.end();
    }
  }
}
