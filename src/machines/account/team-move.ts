import { type MemberMove, memberLifecycle } from '#contract/account/member.lifecycle.ts'
import type { Member } from '#contract/account/team.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'

/** What an administrator does with a member or an invitation, in the order of the menu; `again` sends the invitation once more. */
const events = {
  again: 'admin.invitedAgain',
  revoke: 'admin.revoked',
  deactivate: 'admin.deactivated',
  reactivate: 'admin.reactivated',
  remove: 'admin.removed',
  role: 'admin.changedRole',
} as const satisfies Record<string, MemberMove['type']>
export type TeamMove = keyof typeof events

const ofInvitations: readonly TeamMove[] = ['again', 'revoke']

/** What the chart allows, as the server obeys it. Whoever signed up and has not confirmed yet has no invitation to send or to revoke. */
export function teamMovesOf({ status, invitedAt }: Pick<Member, 'status' | 'invitedAt'>): readonly TeamMove[] {
  const allowed = allowedMoves(memberLifecycle, status)
  const all = (Object.keys(events) as TeamMove[]).filter((move) => allowed.includes(events[move]))
  return invitedAt === null ? all.filter((move) => !ofInvitations.includes(move)) : all
}
