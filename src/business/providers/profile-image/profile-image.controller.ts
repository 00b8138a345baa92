import { Controller, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../people/auth/operation';
import { changed } from '../../../platform/http/envelope/answers';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import type { WriteContext } from '../../../platform/database/write-context';
import { PathId } from '../../../platform/http/parameters/path-id';
import { ProviderResponse } from '../dto/provider.dto';
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

  @Operation(
    'admin|provider',
    'Upload a profile image',
    changed(ProviderResponse, 'The provider with its new image'),
    {
      weighs: { least: 5, most: 5 },
      description:
        'A JPEG, PNG, WebP or GIF of at most 5 MiB and 25 megapixels. It is kept as WebP of at most 512×512 pixels without metadata, and replaces the one before. Anything else is a 400, and a compressed body a 415.',
      refuses: ['IMAGE_REFUSED'],
      readsOwnBody: true,
    },
  )
  @Post()
  @UseInterceptors(ImageUploadInterceptor)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: IMAGE_PART })
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @UploadedFile() image: UploadedImage) {
    return this.images.replace(context, id, image.picture);
  }
}
