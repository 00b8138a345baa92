import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columnsOf, PLAIN } from '../../../platform/database/columns';
import { Service } from '../service.entity';

/** An assignment: the provider offers the service. It is a member of the list of each end that has one. */
@Entity('provider_services')
@Index('provider_services_service_id_idx', ['serviceId'])
export class ProviderService {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'provider_services_pkey' })
  @ForeignKey('Provider', { name: 'provider_services_provider_id_fkey', onDelete: 'CASCADE' })
  providerId: number;

  @PrimaryColumn('int', { primaryKeyConstraintName: 'provider_services_pkey' })
  @ForeignKey(() => Service, { name: 'provider_services_service_id_fkey', onDelete: 'CASCADE' })
  serviceId: number;
}

export const PROVIDER_SERVICE_COLUMNS = columnsOf<ProviderService>({
  providerId: PLAIN,
  serviceId: PLAIN,
});
