/** What a row of the team says. */
import type { Member } from '#contract/account/team.ts'
import { type TeamMove, teamMovesOf } from '../../../machines/account/team-move.ts'
import type { DotLook } from '../../kit/feedback/StatusDot.tsx'
import { teamMessages as messages } from './team.messages.ts'

export const isInvitation = ({ invitedAt }: Member) => invitedAt !== null

export const nameOf = (member: Member): string =>
  isInvitation(member) ? messages.noName : `${member.firstName} ${member.lastName}`.trim()

/** What a person calls a member in a sentence: an invitation has no name. */
export const calledOf = (member: Member): string => (isInvitation(member) ? member.email : nameOf(member))

export function statusOf({ status, isExpired }: Member): { readonly look: DotLook; readonly word: string } {
  if (isExpired) return { look: 'warn', word: messages.expired }
  return { look: ({ active: 'steady', inactive: 'off', pending: 'run' } as const)[status], word: messages.statuses[status] }
}

/** What can be done with a member, in the order of the menu. */
export const movesOf = (member: Member): readonly Exclude<TeamMove, 'role'>[] =>
  teamMovesOf(member).filter((move) => move !== 'role')
