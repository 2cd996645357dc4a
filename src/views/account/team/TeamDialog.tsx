import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { Member, MemberEffects } from '#contract/account/team.ts'
import { selectAction, selectIsBusy } from '#src/machines/kit/confirmed-action.machine.ts'
import type { TeamMove } from '../../../machines/account/team-move.ts'
import type { ConfirmedActionActor, PlannedAction } from '../../../machines/kit/confirmed-action.machine.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { Listed } from '../../kit/layout/blocks.ts'
import { calledOf } from './member.ts'
import { teamMessages as messages } from './team.messages.ts'

type TeamDialogProps = {
  readonly actor: ConfirmedActionActor
  readonly memberOf: (id: string) => Member | undefined
  /** Draws what a member has, as it is read. */
  readonly effects: (id: string, draw: (effects: MemberEffects) => ReactNode) => ReactNode
  /** The person who is signed in: takes over what nobody else is chosen for. */
  readonly userId: string
}

/** Asks before a team move, and says what it will do. */
export function TeamDialog({ actor, memberOf, effects, userId }: TeamDialogProps) {
  const action = useSelector(actor, selectAction)
  const isBusy = useSelector(actor, selectIsBusy)
  const member = action === null ? undefined : memberOf(action.id)
  if (action === null || member === undefined) return null
  const kind = action.kind as TeamMove
  const ends = kind === 'deactivate' || kind === 'remove'
  return (
    <ConfirmedAction
      actor={actor}
      title={titleOf(action, member)}
      confirm={messages.actions[kind]}
      isDangerous={kind === 'remove' || kind === 'revoke'}
    >
      <p>{effectOf(action)}</p>
      {ends
        ? effects(action.id, (it) => (
            <>
              <Listed>
                <li>{messages.ends.sessions(it.sessions)}</li>
                <li>{messages.ends.keys(it.keys)}</li>
                <li>
                  {messages.ends.connectors(
                    it.connectors.map(({ name }) => name),
                    it.connectors.filter(({ isActive }) => isActive).length,
                  )}
                </li>
              </Listed>
              {kind === 'deactivate' ? <p>{messages.effect.stay}</p> : null}
              {kind === 'remove' && it.connectors.length > 0 ? (
                <Select
                  label={messages.ends.heir}
                  isBlocked={isBusy}
                  options={heirsOf(it, userId)}
                  value={action.choice ?? userId}
                  onChoose={(choice) => actor.send({ type: 'user.chose', choice })}
                />
              ) : null}
            </>
          ))
        : null}
    </ConfirmedAction>
  )
}

/** Whoever removes comes first. */
function heirsOf({ heirs }: MemberEffects, userId: string): Record<string, string> {
  const own = heirs.filter(({ _id }) => _id === userId).map(({ _id, name }) => [_id, messages.ends.me(name)])
  const others = heirs.filter(({ _id }) => _id !== userId).map(({ _id, name }) => [_id, name])
  return Object.fromEntries([...own, ...others]) as Record<string, string>
}

function titleOf({ kind, choice }: PlannedAction, member: Member): string {
  const name = calledOf(member)
  return kind === 'role'
    ? messages.confirm.role(name, messages.roles[choice === 'ADMIN' ? 'ADMIN' : 'USER'])
    : messages.confirm[kind as Exclude<TeamMove, 'role'>](name)
}

function effectOf({ kind, choice }: PlannedAction): string {
  if (kind === 'role') return choice === 'ADMIN' ? messages.effect.toAdmin : messages.effect.toUser
  return messages.effect[kind as Exclude<TeamMove, 'role'>]
}
