import { type Member, type MemberEffects, type TeamPage, teamEndpoints } from '#contract/account/team.ts'
import { membersPerPage, teamTexts, teamTexts as texts } from '#contract/account/team-limits.ts'
import { invitationEndpoints } from '#contract/auth/invitation.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { type ProblemCode, problem, refusal } from '#contract/kit/problem.ts'
import type { TeamMove } from '../../machines/account/team-move.ts'
import type { PlannedAction } from '../../machines/kit/confirmed-action.machine.ts'
import { isEmailLike } from '../../machines/kit/is-email-like.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { idempotentDelete } from '../kit/idempotent-delete.ts'
import { listOf } from '../kit/list.actors.ts'
import { failedAs } from '../kit/with-title.ts'

export type Team = { readonly access: Access; readonly userId: string }

const titled = <Reply>(code: ProblemCode, sentence: string, asking: Promise<Reply>) =>
  failedAs(problem(code).message, sentence, asking)

const readTeam = ({ access }: Team, query: QueryOf<typeof teamEndpoints.list>, signal: AbortSignal): Promise<TeamPage> =>
  titled('account/team-failed', texts.unknown, call(teamEndpoints.list, { access, query, signal }))

const readPhotos = ({ access }: Team, ids: string, signal: AbortSignal) =>
  call(teamEndpoints.photos, { access, query: { ids }, signal })

const readEffects = ({ access }: Team, userId: string, signal: AbortSignal): Promise<MemberEffects> =>
  titled('account/team-failed', texts.unknown, call(teamEndpoints.effects, { access, params: { userId }, signal }))

/** Again to the same address replaces the invitation that is open. */
const invite = ({ access, userId }: Team, body: { email: string; role: 'USER' | 'ADMIN' }, signal: AbortSignal) =>
  titled(
    'account/invite-failed',
    texts.inviteFailed,
    create(invitationEndpoints.invite, { access, params: { userId }, body, signal, patience: once }),
  )

const revokeInvitation = ({ access, userId }: Team, memberId: string, signal: AbortSignal) =>
  titled(
    'account/revoke-failed',
    texts.actionFailed('revoke'),
    call(invitationEndpoints.revoke, { access, params: { userId, memberId }, signal }),
  )

const removeMember = ({ access, userId }: Team, memberId: string, heir: string, signal: AbortSignal) =>
  titled(
    'account/remove-failed',
    texts.actionFailed('remove'),
    idempotentDelete(
      'user/not-found',
      call(teamEndpoints.remove, { access, params: { userId, memberId }, query: { heir }, signal }),
    ),
  )

const deactivateMember = ({ access }: Team, userId: string, signal: AbortSignal) =>
  titled(
    'account/deactivate-failed',
    texts.actionFailed('deactivate'),
    call(teamEndpoints.deactivate, { access, params: { userId }, signal }),
  )

const reactivateMember = ({ access }: Team, userId: string, signal: AbortSignal) =>
  titled(
    'account/reactivate-failed',
    texts.actionFailed('reactivate'),
    call(teamEndpoints.reactivate, { access, params: { userId }, signal }),
  )

const changeRole = ({ access }: Team, userId: string, role: 'USER' | 'ADMIN', signal: AbortSignal) =>
  titled(
    'account/role-failed',
    texts.unknown,
    call(teamEndpoints.setRole, { access, params: { userId }, body: { role }, signal }),
  )

/** How an invitation goes out: by mail, or by hand where no mail server is set up. */
export type Invited = { readonly isKept: boolean; readonly link?: string | undefined }

/** What is listed is the whole page: its counts belong to the chips. */
export const teamListMachine = (team: Team) =>
  listOf(async ({ page, search, status, sortBy, sortOrder }, signal) => {
    const query = { page: Number(page), limit: membersPerPage, search: String(search), sortBy, sortOrder, status }
    const read: TeamPage = await readTeam(team, query as Parameters<typeof readTeam>[1], signal)
    // An empty page of a list that is not empty is still drawn: with its chips and its pages.
    return { items: [read], total: 1 }
  })

/** Milliseconds between two readings: photos seldom change. */
const photosPause = 120_000

/** Photos of the members of a page. */
export const photosMachine = (team: Team) =>
  listOf(async ({ ids }, signal) => {
    const { data } = await readPhotos(team, String(ids), signal)
    return { items: data, total: data.length }
  }).provide({ delays: { refreshPause: photosPause } })

export const effectsMachine = (team: Team, memberId: string) =>
  listOf(async (_, signal) => ({ items: [(await readEffects(team, memberId, signal)) satisfies MemberEffects], total: 1 }))

const roleOf = (text: string | undefined) => (text === 'ADMIN' ? 'ADMIN' : 'USER')

function act(team: Team, { kind, id, choice }: PlannedAction, signal: AbortSignal) {
  switch (kind as Exclude<TeamMove, 'again'>) {
    case 'deactivate':
      return deactivateMember(team, id, signal)
    case 'reactivate':
      return reactivateMember(team, id, signal)
    case 'remove':
      return removeMember(team, id, choice ?? team.userId, signal)
    case 'revoke':
      return revokeInvitation(team, id, signal)
    case 'role':
      return changeRole(team, id, roleOf(choice), signal)
  }
}

/** @param memberOf the member whom an action is about, as the list has them. @param announce is told how an invitation goes out, where one was made again. */
export function teamActionMachine(
  team: Team,
  memberOf: (id: string) => Member | undefined,
  announce: (action: PlannedAction, made: Invited | null) => void,
) {
  let made: Invited | null = null
  return confirmedActionOf({
    act: async (action, signal) => {
      const member = memberOf(action.id)
      const isAgain = action.kind === 'again'
      made = isAgain ? await invite(team, { email: member?.email ?? '', role: roleOf(member?.role) }, signal) : null
      if (!isAgain) await act(team, action, signal)
    },
    announce: (action) => announce(action, made),
  })
}

const notAnAddress = () => {
  const message = teamTexts.emailForm
  return refusal('request/malformed', { message, errors: [{ path: '/email', message }] })
}

/** @param announce is told to whom the invitation is, and how it goes out. */
export function inviteMachine(team: Team, announce: (email: string, made: Invited | null) => void) {
  let made: Invited | null = null
  return entryDialogOf({
    save: async ({ email = '', role }, signal) => {
      if (!isEmailLike(email.trim())) throw notAnAddress()
      made = await invite(team, { email: email.trim(), role: roleOf(role) }, signal)
    },
    // The button is off while there is nothing to send: whoever presses it hears what is wrong.
    isValid: ({ email = '' }) => email.trim() !== '',
    announce: ({ email = '' }) => announce(email.trim(), made),
  })
}
