import { authEndpoints } from '#contract/auth/auth.ts'
import { sessionStatusEndpoints } from '#contract/auth/session-status.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { AuthService } from './auth.service.ts'
import type { SessionStatusService } from './session-status.service.ts'

export function authRoutes(registerEndpoint: RegisterEndpoint, service: AuthService, status: SessionStatusService): void {
  registerEndpoint(sessionStatusEndpoints.get, ({ caller }) => status.get(caller))
  registerEndpoint(authEndpoints.signIn, ({ body, ip, userAgent }) => service.signIn(body, { ip, userAgent }))
  registerEndpoint(authEndpoints.refresh, ({ body, ip }) => service.refresh(body.refreshToken, ip))
  registerEndpoint(authEndpoints.signOut, ({ bearer, body }) => service.signOut(bearer, body?.refreshToken))
  registerEndpoint(authEndpoints.me, ({ caller }) => service.me(caller))
}
