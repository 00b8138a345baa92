import { Injectable } from '@nestjs/common';
import { VisibleCustomers } from '../../../people/customers/visible-customers';
import type { NamedClause } from '../../../platform/database/reads/clause';
import type { Reach } from '../../../platform/restrictions';
import { clausesOfCustomers } from '../../reach';

/** A narrowed key sees the customers whom its appointments and its entries of the waitlist show. */
@Injectable()
export class BookedCustomers extends VisibleCustomers {
  override clauses(reach: Reach | undefined): readonly NamedClause[] {
    return clausesOfCustomers(reach);
  }
}
