import { platformEndpoints } from '#contract/shell/platform.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { PlatformService } from './platform.service.ts'

/** @param describe the OpenAPI description of everything that is mounted. */
export function platformRoutes(
  registerEndpoint: RegisterEndpoint,
  service: PlatformService,
  describe: () => Record<string, unknown>,
): void {
  registerEndpoint(platformEndpoints.health, () => service.health())
  registerEndpoint(platformEndpoints.ready, () => service.ready())
  registerEndpoint(platformEndpoints.description, () => describe())
}
