import { useSelector } from '@xstate/react'
import {
  partsOf,
  selectAllFail,
  selectIsLost,
  selectIsPlanned,
  selectIsReading,
  selectRefusal,
} from '#src/machines/studio/retry/retry-plan.machine.ts'
import type { RetryPlan } from '#src/machines/studio/retry/selection.ts'
import { StackBar, StackLegend } from '../../kit/charts/StackBar.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { SideSheet } from '../../kit/feedback/SideSheet.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { ReplaySteps } from './ReplaySteps.tsx'
import { RetryFoot } from './RetryFoot.tsx'
import { type OfPlan, RetryRows } from './RetryRows.tsx'
import { retryMessages as messages } from './retry.messages.ts'

/** The plan of a retry beside its problem: who is sent again and why, until it is sent. */
export function RetryPlanSheet({ actor, noun, links }: Omit<OfPlan, 'plan'>) {
  const plan = useContextOf(actor, 'plan')
  const isReading = useSelector(actor, selectIsReading)
  const isPlanned = useSelector(actor, selectIsPlanned)
  return (
    <SideSheet
      title={plan === null ? messages.untitled : messages.title(recordsOf(plan), noun)}
      sub={plan === null ? undefined : <Sub plan={plan} isPlanned={isPlanned} />}
      onClose={() => actor.send({ type: 'user.closed' })}
      footer={plan === null ? undefined : <RetryFoot actor={actor} noun={noun} />}
    >
      <Troubles actor={actor} />
      {isReading ? <Spinner label={messages.making} /> : null}
      {plan === null ? null : isPlanned ? (
        <Planned {...{ actor, plan, noun, links }} />
      ) : (
        <Sent {...{ actor, plan, noun, links }} />
      )}
    </SideSheet>
  )
}

const recordsOf = ({ replay: { decisions } }: RetryPlan) => Object.values(decisions).reduce((sum, count) => sum + count, 0)

function Sub({ plan: { replay }, isPlanned }: Pick<OfPlan, 'plan'> & { readonly isPlanned: boolean }) {
  const { plannedBy, plannedAt, version, endedAt } = replay
  const state = isPlanned ? 'planned' : endedAt === null ? 'moving' : 'ended'
  return (
    <>
      <Sentence of={messages.planned(plannedBy)} parts={{ at: <Moment at={plannedAt} /> }} /> · {messages.version(version)} ·{' '}
      {messages.states[state]}
    </>
  )
}

/** Why there is no plan, or what was asked for was not done. */
function Troubles({ actor }: Pick<OfPlan, 'actor'>) {
  const problem = useContextOf(actor, 'problem')
  const refusal = useSelector(actor, selectRefusal)
  const isLost = useSelector(actor, selectIsLost)
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <>
      {refusal === null ? null : <ProblemAlert problem={refusal} />}
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {isLost ? <p>{messages.lost}</p> : null}
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.tryAgain}</Button> : null}
        </ProblemAlert>
      )}
    </>
  )
}

function Planned({ actor, plan, noun, links }: OfPlan) {
  const parts = useSelector(actor, ({ context }) => partsOf(context), isSameParts)
  const shown = parts
    .filter(({ id, count }) => count > 0 || id === 'send')
    .map(({ id, count }) => ({ id, count, word: messages.parts[id], color: colors[id] }))
  return (
    <>
      <Stale actor={actor} plan={plan} />
      <AllFail {...{ actor, plan, noun, links }} />
      <StackBar parts={shown} label={shown.map(({ count, word }) => `${count} ${word}`).join(', ')} />
      <StackLegend parts={shown} />
      <RetryRows {...{ actor, plan, noun, links }} />
    </>
  )
}

const isSameParts = (one: ReturnType<typeof partsOf>, other: ReturnType<typeof partsOf>) =>
  one.every(({ count }, at) => count === other[at]?.count)

const colors = { send: 'chart.1', leftOut: 'chart.6', wouldFail: 'chart.4', askFirst: 'warning.icon' } as const

function Stale({ actor, plan: { replay } }: Pick<OfPlan, 'actor' | 'plan'>) {
  const isStale = useMatches(actor, 'stale')
  const canPlanAgain = useCan(actor, { type: 'user.plannedAgain' })
  const { version, liveVersion, stateReason } = replay
  if (!isStale) return null
  return (
    <Banner
      tone="warning"
      fact={liveVersion === null || liveVersion === version ? stateReason : messages.stale(liveVersion)}
      actions={
        canPlanAgain ? <Button onPress={() => actor.send({ type: 'user.plannedAgain' })}>{messages.planAgain}</Button> : null
      }
    />
  )
}

/** Before anything else: sending it would change nothing. */
function AllFail({ actor, plan, noun, links }: OfPlan) {
  const isAll = useSelector(actor, selectAllFail)
  const isStale = useMatches(actor, 'stale')
  if (!isAll || isStale) return null
  const field = plan.exceptions.items.find(({ why }) => why?.reason === 'unchanged' && why.field !== null)?.why?.field ?? null
  return (
    <Banner
      tone="warning"
      fact={messages.allFail(plan.replay.decisions.wouldFail, noun)}
      actions={field === null ? undefined : <LinkButton href={links.mapping(field)}>{messages.fixMapping}</LinkButton>}
    >
      {messages.allFailWhy}
    </Banner>
  )
}

/** In place of the list once it was sent. */
function Sent({ actor, plan: { replay }, links }: OfPlan) {
  const canPlanAgain = useCan(actor, { type: 'user.plannedAgain' })
  const { state, sums, runId, endedAt } = replay
  if (state === 'discarded')
    return (
      <>
        <p role="status">{messages.discarded}</p>
        {canPlanAgain ? <Button onPress={() => actor.send({ type: 'user.plannedAgain' })}>{messages.planAgain}</Button> : null}
      </>
    )
  const result =
    state === 'stopped' ? messages.stopped(sums.delivered, sums.chosen) : `${messages.delivered(sums.delivered, sums.chosen)}.`
  return (
    <>
      <p role="status">
        {endedAt === null ? messages.sending : result}
        {endedAt !== null && sums.failed > 0 ? ` ${messages.failedOf(sums.failed)}` : null}
      </p>
      <ReplaySteps replay={replay} />
      {runId === null ? null : (
        <LinkButton $isQuiet href={links.run(runId)}>
          {messages.seeRun}
        </LinkButton>
      )}
      {replay.error === null ? null : <ProblemAlert problem={replay.error} />}
    </>
  )
}
