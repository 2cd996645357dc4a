import { invitationEndpoints } from '#contract/auth/invitation.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { InvitationService } from './invitation.service.ts'

export function invitationRoutes(registerEndpoint: RegisterEndpoint, service: InvitationService): void {
  registerEndpoint(invitationEndpoints.invite, ({ caller, params, body, newId, audit }) =>
    service.invite(caller, { userId: params.userId, email: body.email, role: body.role, newId }, audit),
  )
  registerEndpoint(invitationEndpoints.revoke, ({ caller, params }) => service.revoke(caller, params.userId, params.memberId))
  registerEndpoint(invitationEndpoints.look, ({ body }) => service.look(body.token))
  registerEndpoint(invitationEndpoints.accept, ({ body, ip, audit }) => service.accept(body, ip, audit))
}
