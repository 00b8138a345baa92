import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../platform/http/identity';
import { CurrentCaller, CurrentReach, Operation } from '../auth/operation';
import { changed, created, deleted, page, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { PathId } from '../../platform/http/parameters/path-id';
import { CustomerListQuery, CustomerPatch, CustomerResponse, CustomerWrite } from './dto/customer.dto';
import { CustomersService } from './customers.service';

@ApiTags('Customers')
@Controller('customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Operation('any role', 'List customers', page(CustomerResponse, 'A page of customers'), {
    narrowed: 'customers',
  })
  @Get()
  list(@Query() query: CustomerListQuery, @CurrentCaller() caller: Caller) {
    return this.customers.list(query, caller);
  }

  @Operation('admin|provider|staff', 'Create a customer', created(CustomerResponse), { narrowed: 'home' })
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: CustomerWrite) {
    return this.customers.create(context, body);
  }

  @Operation('any role', 'Read a customer', read(CustomerResponse), { narrowed: 'customers' })
  @Get(':id')
  get(@PathId() id: number, @CurrentReach() reach?: Reach) {
    return this.customers.get(id, reach);
  }

  @Operation('admin|provider|staff', 'Replace a customer', changed(CustomerResponse), {
    description: 'Optional members that are left out go back to their default.',
    refuses: ['CUSTOMER_ERASED'],
    narrowed: 'home',
  })
  @Put(':id')
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: CustomerWrite) {
    return this.customers.replace(context, id, body);
  }

  @Operation('admin|provider|staff', 'Change a customer', changed(CustomerResponse), {
    description: 'Only what is present changes.',
    refuses: ['CUSTOMER_ERASED'],
    narrowed: 'home',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: CustomerPatch) {
    return this.customers.change(context, id, body);
  }

  @Operation('admin|provider|staff', 'Delete a customer', deleted(), {
    description:
      'Refused while the customer has appointments, past ones included: remove them first. To a narrowed key also while anything else of the customer is elsewhere.',
    refuses: ['appointments_exist'],
    narrowed: 'home',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.customers.remove(context, id);
  }
}
