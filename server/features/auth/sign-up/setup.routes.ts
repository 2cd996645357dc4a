import { setupEndpoints } from '../../contract/setup.ts'
import type { SetupDesk } from '../desks/setup.ts'
import type { Mount } from '../mount.ts'

export function setupRoutes(mount: Mount, desk: SetupDesk): void {
  mount(setupEndpoints.setUp, ({ body, ip, userAgent }) => desk.setUp(body, { ip, userAgent }))
}
