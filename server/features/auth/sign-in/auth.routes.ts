import { authEndpoints } from '#contract/auth/auth.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { AuthDesk } from './auth.service.ts'

export function authRoutes(mount: Mount, desk: AuthDesk): void {
  mount(authEndpoints.signIn, ({ body, ip, userAgent }) => desk.signIn(body, { ip, userAgent }))
  mount(authEndpoints.refresh, ({ body }) => desk.refresh(body.refreshToken))
  mount(authEndpoints.signOut, ({ bearer, body }) => desk.signOut(bearer, body?.refreshToken))
  mount(authEndpoints.me, ({ caller }) => desk.me(caller))
}
