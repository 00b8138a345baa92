import { Controller, HttpCode, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../../people/auth/access';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../../platform/database/write-context';
import { ApiErrors } from '../../../platform/http/envelope/api-errors';
import { ApiResourceChange } from '../../../platform/http/envelope/api-resource';
import { ReadsOwnBody } from '../../../platform/http/json-body.guard';
import type { ResourceReply } from '../../../platform/http/envelope/envelope';
import { PathId } from '../../../platform/http/parameters/path-id';
import { ProviderResponse, toProviderReply } from '../dto/provider.response';
import { ImageUploadInterceptor, type UploadedImage } from './image-upload.interceptor';
import { ProfileImagesService } from './profile-images.service';

const IMAGE_PART = {
  type: 'object',
  required: ['image'],
  properties: { image: { type: 'string', format: 'binary' } },
};

@ApiTags('Providers')
@Controller('providers/:id/profile-image')
export class ProfileImageController {
  constructor(private readonly images: ProfileImagesService) {}

  @Post()
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @Roles('admin', 'provider')
  @ReadsOwnBody()
  @UseInterceptors(ImageUploadInterceptor)
  @ApiOperation({
    summary: 'Upload a profile image',
    description:
      'A JPEG, PNG, WebP or GIF of at most 5 MiB and 25 megapixels. It is kept as WebP of at most 512×512 pixels without metadata, and replaces the one before. Anything else is a 400.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: IMAGE_PART })
  @ApiResourceChange(ProviderResponse, { description: 'The provider with its new image' })
  @ApiErrors('IMAGE_REFUSED')
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @UploadedFile() image: UploadedImage,
  ): Promise<ResourceReply<ProviderResponse>> {
    return toProviderReply(await this.images.replace(context, id, image.picture));
  }
}
