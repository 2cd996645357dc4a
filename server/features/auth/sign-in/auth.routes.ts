import { authEndpoints } from '../../contract/auth.ts'
import type { AuthDesk } from '../desks/auth.ts'
import type { Mount } from '../mount.ts'

export function authRoutes(mount: Mount, desk: AuthDesk): void {
  mount(authEndpoints.signIn, ({ body, ip, userAgent }) => desk.signIn(body, { ip, userAgent }))
  mount(authEndpoints.refresh, ({ body }) => desk.refresh(body.refreshToken))
  mount(authEndpoints.signOut, ({ bearer, body }) => desk.signOut(bearer, body?.refreshToken))
  mount(authEndpoints.me, ({ caller }) => desk.me(caller))
}
