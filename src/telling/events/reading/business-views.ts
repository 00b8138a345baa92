import { toProviderResponse } from '../../../business/providers/dto/provider.response';
import { toServiceResponse } from '../../../business/services/dto/service.response';
import { toTimeOffResponse } from '../../../business/time-off/dto/time-off.response';
import { TIME_OFF_COLUMNS } from '../../../business/time-off/time-off.entity';
import { trailReader } from '../../../platform/database/columns';
import { part, type View, zoneOf } from './view';

const timeOffIn = trailReader(TIME_OFF_COLUMNS);

/** The trail keeps a provider in three parts. */
export const provider: View = ({ id }) => ({
  parts: [part('providerUser', id), part('provider', id), part('providerServices', id)],
  show: ({ past }) => {
    const { name, email, active } = past('providerUser', id);
    const { profileImage, ...own } = past('provider', id);
    const { serviceIds } = past('providerServices', id);
    return toProviderResponse({
      ...own,
      name,
      email,
      active,
      profile_image: profileImage,
      service_ids: serviceIds,
      password_mark: '',
    });
  },
});

export const service: View = ({ id }) => ({
  parts: [part('service', id), part('serviceProviders', id)],
  show: ({ past }) => toServiceResponse({ ...past('service', id), ...past('serviceProviders', id) }),
});

/** The path of a GET names the owner of time off; an event has no path, so its data does. */
export const timeOff: View = ({ row }) => {
  const shown = timeOffIn(row);
  const { providerId, resourceId } = shown;
  return {
    parts: providerId === null ? [] : [part('providerZone', providerId)],
    show: (surroundings) => {
      const zone = providerId === null ? surroundings.businessZone : zoneOf(surroundings, providerId);
      return Object.assign({ providerId, resourceId }, toTimeOffResponse(shown, zone));
    },
  };
};
