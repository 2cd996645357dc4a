import { securityEndpoints } from '#contract/auth/security.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { OwnPasswordService } from './own-password.service.ts'
import type { OwnSessionsService } from './own-sessions.service.ts'

export function ownRoutes(registerEndpoint: RegisterEndpoint, passwords: OwnPasswordService, own: OwnSessionsService): void {
  const its = securityEndpoints
  registerEndpoint(its.password, ({ caller, params }) => passwords.facts(caller, params.userId))
  registerEndpoint(its.changePassword, ({ caller, params, body, audit }) => passwords.change(caller, params.userId, body, audit))
  registerEndpoint(its.sessions, ({ caller, params }) => own.list(caller, params.userId))
  registerEndpoint(its.endSession, ({ caller, params }) => own.end(caller, params.userId, params.sessionId))
  registerEndpoint(its.endOtherSessions, ({ caller, params }) => own.endOthers(caller, params.userId))
  registerEndpoint(its.identities, ({ caller, params }) => own.identities(caller, params.userId))
  registerEndpoint(its.disconnectIdentity, ({ caller, params, audit }) =>
    own.disconnect(caller, params.userId, params.identityId, audit),
  )
  registerEndpoint(its.disownSignIn, ({ caller, params, audit }) => own.disown(caller, params.userId, params.recordId, audit))
}
