import { Body, Controller, Delete, Get, Inject, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../auth/access';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/parameters/path-id';
import { Config } from '../../platform/config/config';
import { CustomerListQuery } from './dto/customer-list.query';
import { CustomerPatch, CustomerWrite } from './dto/customer-write.dto';
import { CustomerResponse, toCustomerResponse } from './dto/customer.response';
import type { Customer } from './customer.entity';
import { CustomersService } from './customers.service';

@ApiTags('Customers')
@Controller('customers')
export class CustomersController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly customers: CustomersService,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List customers' })
  @ApiPage(CustomerResponse, 'A page of customers')
  async list(@Query() query: CustomerListQuery): Promise<Page<CustomerResponse>> {
    const page = await this.customers.list(query);
    return page.map(this.toResponse);
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider', 'staff')
  @ApiOperation({ summary: 'Create a customer' })
  @ApiResource(CustomerResponse, { status: 201, description: 'The new customer' })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: CustomerWrite,
  ): Promise<ResourceReply<CustomerResponse>> {
    return new ResourceReply(this.toResponse(await this.customers.create(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a customer' })
  @ApiResourceRead(CustomerResponse, { description: 'The customer' })
  async get(@PathId() id: number): Promise<ResourceReply<CustomerResponse>> {
    return new ResourceReply(this.toResponse(await this.customers.get(id)));
  }

  @Put(':id')
  @Roles('admin', 'provider', 'staff')
  @ApiOperation({
    summary: 'Replace a customer',
    description: 'Optional members that are left out go back to their default.',
  })
  @ApiResourceChange(CustomerResponse, { description: 'The customer as it is now' })
  @ApiErrors('CUSTOMER_ERASED')
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: CustomerWrite,
  ): Promise<ResourceReply<CustomerResponse>> {
    return new ResourceReply(this.toResponse(await this.customers.replace(context, id, body)));
  }

  @Patch(':id')
  @Roles('admin', 'provider', 'staff')
  @ApiOperation({ summary: 'Change a customer', description: 'Only what is present changes.' })
  @ApiResourceChange(CustomerResponse, { description: 'The customer as it is now' })
  @ApiErrors('CUSTOMER_ERASED')
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: CustomerPatch,
  ): Promise<ResourceReply<CustomerResponse>> {
    return new ResourceReply(this.toResponse(await this.customers.change(context, id, body)));
  }

  @Delete(':id')
  @Roles('admin', 'provider', 'staff')
  @ApiOperation({
    summary: 'Delete a customer',
    description: 'Refused while the customer has appointments, past ones included: remove them first.',
  })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  @ApiErrors('appointments_exist')
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.customers.remove(context, id);
    return toDeletedResponse(id);
  }

  /** Bound: a page that is asked for again is mapped once. */
  private readonly toResponse = (customer: Customer): CustomerResponse =>
    toCustomerResponse(customer, this.config.businessTimeZone);
}
