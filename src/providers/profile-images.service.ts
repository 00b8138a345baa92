import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { MalformedRequestError } from '../common/errors/errors';
import type { Act } from '../database/act';
import { Database } from '../database/database';
import { FileStorage } from '../storage/file-storage';
import { PROFILE_IMAGES } from './profile-image-path';
import { ProfileImageRenderer } from './profile-image-renderer';
import { ProviderLock } from './provider-lock';
import type { ProviderRow } from './provider-row';
import { Provider } from './provider.entity';
import { ProvidersQueries } from './providers.queries';

/** Keeps the pictures of providers. */
@Injectable()
export class ProfileImagesService {
  private readonly logger = new Logger(ProfileImagesService.name);

  constructor(
    private readonly database: Database,
    private readonly queries: ProvidersQueries,
    private readonly providerLock: ProviderLock,
    private readonly renderer: ProfileImageRenderer,
    private readonly storage: FileStorage,
  ) {}

  /**
   * Gives a provider another picture. The new file is there before the row names it, and the old one goes after the row
   * has stopped to name it: a failure in between leaves a file that nobody knows, never a name without its file.
   * @param upload what the client sent, if anything
   * @throws MalformedRequestError of what is no picture, NotFoundError
   */
  async replace(act: Act, id: number, upload: Buffer | undefined): Promise<ProviderRow> {
    if (upload === undefined) {
      throw new MalformedRequestError('The body must be multipart/form-data with a file in the part image');
    }
    const picture = await this.renderer.render(upload);
    await this.queries.get(id);
    const name = `${randomBytes(16).toString('hex')}.webp`;
    await this.storage.write(PROFILE_IMAGES, name, picture);
    const { provider, previous } = await this.exchange(act, id, name);
    if (previous !== null) await this.discard(previous);
    return provider;
  }

  private exchange(
    act: Act,
    id: number,
    name: string,
  ): Promise<{ provider: ProviderRow; previous: string | null }> {
    return this.database.transaction(act, async (tx) => {
      await this.providerLock.take(tx, [id]);
      const provider = await this.queries.get(id, tx);
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
