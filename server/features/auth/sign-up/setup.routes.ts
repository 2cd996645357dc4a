import { setupEndpoints } from '#contract/auth/setup.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { SetupDesk } from './setup.service.ts'

export function setupRoutes(mount: Mount, desk: SetupDesk): void {
  mount(setupEndpoints.setUp, ({ body, ip, userAgent }) => desk.setUp(body, { ip, userAgent }))
}
