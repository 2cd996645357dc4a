import { type MemberEffects, type TeamPage, teamEndpoints } from '#contract/account/team.ts'
import { invitationEndpoints } from '#contract/auth/invitation.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'
import { idempotentDelete } from '../kit/idempotent-delete.ts'
import { withTitle } from '../kit/with-title.ts'

export type Team = { readonly access: Access; readonly userId: string }

export const readTeam = ({ access }: Team, query: QueryOf<typeof teamEndpoints.list>, signal: AbortSignal): Promise<TeamPage> =>
  withTitle('account/team-failed', call(teamEndpoints.list, { access, query, signal }))

export const readEffects = ({ access }: Team, userId: string, signal: AbortSignal): Promise<MemberEffects> =>
  call(teamEndpoints.effects, { access, params: { userId }, signal })

/** Again to the same address replaces the invitation that is open. */
export const invite = ({ access, userId }: Team, body: { email: string; role: 'USER' | 'ADMIN' }, signal: AbortSignal) =>
  withTitle(
    'account/invite-failed',
    create(invitationEndpoints.invite, { access, params: { userId }, body, signal, patience: once }),
  )

export const revokeInvitation = ({ access, userId }: Team, memberId: string, signal: AbortSignal) =>
  withTitle('account/revoke-failed', call(invitationEndpoints.revoke, { access, params: { userId, memberId }, signal }))

export const removeMember = ({ access, userId }: Team, memberId: string, heir: string, signal: AbortSignal) =>
  withTitle(
    'account/remove-failed',
    idempotentDelete(
      'user/not-found',
      call(teamEndpoints.remove, { access, params: { userId, memberId }, query: { heir }, signal }),
    ),
  )

export const deactivateMember = ({ access }: Team, userId: string, signal: AbortSignal) =>
  withTitle('account/deactivate-failed', call(teamEndpoints.deactivate, { access, params: { userId }, signal }))

export const reactivateMember = ({ access }: Team, userId: string, signal: AbortSignal) =>
  withTitle('account/reactivate-failed', call(teamEndpoints.reactivate, { access, params: { userId }, signal }))

export const changeRole = ({ access }: Team, userId: string, role: 'USER' | 'ADMIN', signal: AbortSignal) =>
  withTitle('account/role-failed', call(teamEndpoints.setRole, { access, params: { userId }, body: { role }, signal }))
