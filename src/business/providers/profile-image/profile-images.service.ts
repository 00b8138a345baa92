import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { type WriteContext, onceCommitted } from '../../../platform/database/write-context';
import { Database } from '../../../platform/database/database';
import { assertPreconditions } from '../../../platform/http/preconditions';
import { FileStorage } from '../../../platform/storage/file-storage';
import { toProviderResponse } from '../dto/provider.dto';
import { PROFILE_IMAGES } from '../profile-image-path';
import { ProviderLock } from '../provider-lock';
import type { ProviderRow } from '../provider-row';
import { Provider } from '../provider.entity';
import { ProvidersQueries } from '../providers.queries';

@Injectable()
export class ProfileImagesService {
  private readonly logger = new Logger(ProfileImagesService.name);

  constructor(
    private readonly database: Database,
    private readonly queries: ProvidersQueries,
    private readonly providerLock: ProviderLock,
    private readonly storage: FileStorage,
  ) {}

  /**
   * Writes the new file before the row names it and deletes the old one later: a failure leaves an unused file, never a name without one.
   * @param picture WebP @throws NotFoundError, PreconditionFailedError
   */
  async replace(context: WriteContext, id: number, picture: Buffer): Promise<ProviderRow> {
    const found = await this.queries.get(id, context.transaction);
    // Checked here too, so that no file is written for a request that is refused.
    await assertPreconditions(context, () => toProviderResponse(found), found.password_mark);
    const name = `${randomBytes(16).toString('hex')}.webp`;
    await this.storage.write(PROFILE_IMAGES, name, picture);
    const { provider, previous } = await this.exchange(context, id, name);
    if (previous !== null) await onceCommitted(context, () => this.discard(previous));
    return provider;
  }

  private exchange(
    context: WriteContext,
    id: number,
    name: string,
  ): Promise<{ provider: ProviderRow; previous: string | null }> {
    return this.database.transaction(context, async (tx) => {
      await this.providerLock.take(tx, [id]);
      const provider = await this.queries.get(id, tx);
      await assertPreconditions(context, () => toProviderResponse(provider), provider.password_mark);
      await tx.update(Provider, { id }, { profileImage: name });
      return { provider: { ...provider, profile_image: name }, previous: provider.profile_image };
    });
  }

  private async discard(name: string): Promise<void> {
    try {
      await this.storage.remove(PROFILE_IMAGES, name);
    } catch (error) {
      this.logger.warn({ err: error }, `The old profile image ${name} could not be deleted`);
    }
  }
}
