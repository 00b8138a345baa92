import { Entity, Index } from 'typeorm';
import { PLAIN } from '../../../platform/database/columns';
import { int, primary, RowOf } from '../../../platform/database/entity-columns';
import { Service } from '../service.entity';

/** An assignment: the provider offers the service. It is a member of the list of each end that has one. */
@Entity('provider_services')
@Index('provider_services_service_id_idx', ['serviceId'])
export class ProviderService extends RowOf({
  providerId: primary(int({ ...PLAIN, references: 'Provider', onDelete: 'CASCADE' })),
  serviceId: primary(int({ ...PLAIN, references: () => Service, onDelete: 'CASCADE' })),
}) {}
