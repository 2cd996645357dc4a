import { platformEndpoints } from '#contract/shell/platform.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { PlatformDesk } from './platform.service.ts'

/** @param describe the OpenAPI description of everything that is mounted. */
export function platformRoutes(mount: Mount, desk: PlatformDesk, describe: () => Record<string, unknown>): void {
  mount(platformEndpoints.health, () => desk.health())
  mount(platformEndpoints.ready, () => desk.ready())
  mount(platformEndpoints.description, () => describe())
}
