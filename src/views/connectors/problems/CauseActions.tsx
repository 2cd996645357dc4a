import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Cause } from '#contract/connectors/problems/cause.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import {
  selectCan,
  selectCause,
  selectIsMoving,
  selectPeople,
  selectProblem,
  selectProblemOf,
} from '#src/machines/connectors/problems/causes.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { useCan } from '../../kit/use-snapshot.ts'
import { problemGroupMessages as messages } from './problem-group.messages.ts'

/** Says that it is not known what people did about the causes. */
export function CausesProblem({ actor }: { readonly actor: CausesActor }) {
  const problem = useSelector(actor, selectProblem)
  const canRetry = useCan(actor, { type: 'user.retried' })
  if (problem === null) return null
  return (
    <ProblemAlert problem={problem}>
      {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.lookAgain}</Button> : null}
    </ProblemAlert>
  )
}

type CauseActionsProps = {
  readonly actor: CausesActor
  readonly causeId: string
  /** When the newest record was lost for it that is shown. */
  readonly seenAt: string
}

/** Who takes care of a cause and what was done about it, with the ways to change that. */
export function CauseActions({ actor, causeId, seenAt }: CauseActionsProps) {
  const cause = useSelector(actor, selectCause(causeId))
  const problem = useSelector(actor, selectProblemOf(causeId))
  const isMoving = useSelector(actor, selectIsMoving(causeId))
  const canResolve = useSelector(actor, selectCan({ type: 'user.resolved', causeId, seenAt }))
  const canReopen = useSelector(actor, selectCan({ type: 'user.reopened', causeId, seenAt }))
  return (
    <Foot>
      {cause === null ? null : <CauseStatus cause={cause} />}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Actions role="group" aria-label={messages.actions}>
        <Assigning actor={actor} cause={cause} causeId={causeId} seenAt={seenAt} />
        <MuteButton actor={actor} causeId={causeId} seenAt={seenAt} isQuiet />
        {canResolve ? (
          <Button onPress={() => actor.send({ type: 'user.resolved', causeId, seenAt })}>{messages.resolve}</Button>
        ) : null}
        {canReopen ? (
          <Button onPress={() => actor.send({ type: 'user.reopened', causeId, seenAt })}>{messages.reopen}</Button>
        ) : null}
        {isMoving ? <Ring label={messages.saving} /> : null}
      </Actions>
    </Foot>
  )
}

/** Where it can be muted: what the next step is when nothing else would make the destination accept the records. */
export function MuteButton({ actor, causeId, seenAt, isQuiet = false }: CauseActionsProps & { readonly isQuiet?: boolean }) {
  const canMute = useSelector(actor, selectCan({ type: 'user.muted', causeId, seenAt }))
  if (!canMute) return null
  return (
    <Button {...(isQuiet ? { kind: 'quiet' } : {})} onPress={() => actor.send({ type: 'user.muted', causeId, seenAt })}>
      {messages.mute}
    </Button>
  )
}

/** To whom it can be assigned, where it can be. */
function Assigning({ actor, cause, causeId, seenAt }: CauseActionsProps & { readonly cause: Cause | null }) {
  const people = useSelector(actor, selectPeople)
  const assign = (userId: string) => actor.send({ type: 'user.assigned', causeId, seenAt, userId })
  const canAssign = useSelector(actor, (snapshot) =>
    people.some(({ userId }) => selectCan({ type: 'user.assigned', causeId, seenAt, userId })(snapshot)),
  )
  if (!canAssign) return null
  const assignee = cause?.state === 'assigned' ? (cause.assignee?.userId ?? '') : ''
  const names = Object.fromEntries(people.map(({ userId, name }) => [userId, name]))
  return (
    <ToolbarSelect
      label={messages.assign}
      options={assignee === '' ? { '': messages.nobody, ...names } : names}
      value={assignee}
      onChoose={(userId) => (userId === '' ? undefined : assign(userId))}
    />
  )
}

/** What was done last, by whom and when. */
function CauseStatus({ cause: { state, assignee, by, at, isLostAgain } }: { readonly cause: Cause }) {
  const said = isLostAgain ? messages.lostAgain : messages.states[state]
  return (
    <p role="status">
      <Sentence of={said} parts={{ by, at: <Moment at={at} />, assignee: assignee?.name ?? messages.nobody }} />
    </p>
  )
}

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  padding-top: ${space[12]};
  border-top: 1px solid ${color['border.subtle']};

  & > p {
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  margin-left: auto;
`
