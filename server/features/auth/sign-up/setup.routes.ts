import { setupEndpoints } from '#contract/auth/setup.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { SetupService } from './setup.service.ts'

export function setupRoutes(registerEndpoint: RegisterEndpoint, service: SetupService): void {
  registerEndpoint(setupEndpoints.setUp, ({ body, ip, userAgent, audit }) => service.setUp(body, { ip, userAgent }, audit))
}
