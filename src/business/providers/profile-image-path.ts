/** Folder of the stored files. */
export const PROFILE_IMAGES = 'profile-images';

/** Where they are served, outside of the API. */
export const PROFILE_IMAGES_PATH = `/files/${PROFILE_IMAGES}`;

/** What `profile_image` says: the path of the picture on this server. */
export function profileImagePath(fileName: string | null): string | null {
  return fileName === null ? null : `${PROFILE_IMAGES_PATH}/${fileName}`;
}
