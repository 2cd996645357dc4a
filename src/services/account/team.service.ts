import { type MemberEffects, type TeamPage, teamEndpoints } from '#contract/account/team.ts'
import { teamTexts as texts } from '#contract/account/team-limits.ts'
import { invitationEndpoints } from '#contract/auth/invitation.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { type ProblemCode, problem } from '#contract/kit/problem.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'
import { idempotentDelete } from '../kit/idempotent-delete.ts'
import { failedAs } from '../kit/with-title.ts'

export type Team = { readonly access: Access; readonly userId: string }

const titled = <Reply>(code: ProblemCode, sentence: string, asking: Promise<Reply>) =>
  failedAs(problem(code).message, sentence, asking)

export const readTeam = ({ access }: Team, query: QueryOf<typeof teamEndpoints.list>, signal: AbortSignal): Promise<TeamPage> =>
  titled('account/team-failed', texts.unknown, call(teamEndpoints.list, { access, query, signal }))

export const readPhotos = ({ access }: Team, ids: string, signal: AbortSignal) =>
  call(teamEndpoints.photos, { access, query: { ids }, signal })

export const readEffects = ({ access }: Team, userId: string, signal: AbortSignal): Promise<MemberEffects> =>
  titled('account/team-failed', texts.unknown, call(teamEndpoints.effects, { access, params: { userId }, signal }))

/** Again to the same address replaces the invitation that is open. */
export const invite = ({ access, userId }: Team, body: { email: string; role: 'USER' | 'ADMIN' }, signal: AbortSignal) =>
  titled(
    'account/invite-failed',
    texts.inviteFailed,
    create(invitationEndpoints.invite, { access, params: { userId }, body, signal, patience: once }),
  )

export const revokeInvitation = ({ access, userId }: Team, memberId: string, signal: AbortSignal) =>
  titled(
    'account/revoke-failed',
    texts.actionFailed('revoke'),
    call(invitationEndpoints.revoke, { access, params: { userId, memberId }, signal }),
  )

export const removeMember = ({ access, userId }: Team, memberId: string, heir: string, signal: AbortSignal) =>
  titled(
    'account/remove-failed',
    texts.actionFailed('remove'),
    idempotentDelete(
      'user/not-found',
      call(teamEndpoints.remove, { access, params: { userId, memberId }, query: { heir }, signal }),
    ),
  )

export const deactivateMember = ({ access }: Team, userId: string, signal: AbortSignal) =>
  titled(
    'account/deactivate-failed',
    texts.actionFailed('deactivate'),
    call(teamEndpoints.deactivate, { access, params: { userId }, signal }),
  )

export const reactivateMember = ({ access }: Team, userId: string, signal: AbortSignal) =>
  titled(
    'account/reactivate-failed',
    texts.actionFailed('reactivate'),
    call(teamEndpoints.reactivate, { access, params: { userId }, signal }),
  )

export const changeRole = ({ access }: Team, userId: string, role: 'USER' | 'ADMIN', signal: AbortSignal) =>
  titled(
    'account/role-failed',
    texts.unknown,
    call(teamEndpoints.setRole, { access, params: { userId }, body: { role }, signal }),
  )
