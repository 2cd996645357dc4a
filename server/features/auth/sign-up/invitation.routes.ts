import { invitationEndpoints } from '#contract/auth/invitation.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { InvitationDesk } from './invitation.service.ts'

export function invitationRoutes(mount: Mount, desk: InvitationDesk): void {
  mount(invitationEndpoints.invite, ({ caller, params, body, newId }) =>
    desk.invite(caller, { userId: params.userId, email: body.email, role: body.role, newId }),
  )
  mount(invitationEndpoints.revoke, ({ caller, params }) => desk.revoke(caller, params.userId, params.memberId))
  mount(invitationEndpoints.look, ({ body }) => desk.look(body.token))
  mount(invitationEndpoints.accept, ({ body, ip }) => desk.accept(body, ip))
}
