import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ReplayPlan as Plan, Replay, ReplayInclude } from '#contract/studio/replay.ts'
import type { ReplayProgressActor } from '#src/machines/studio/replay/replay-progress.machine.ts'
import { selectCanInclude, selectChosenCount } from '#src/machines/studio/replay/replay-progress.machine.ts'
import { space } from '#src/theme/theme.ts'
import { DeliveryView, RecordView } from '../../builder/review/TrialParts.tsx'
import { Tick } from '../../builder/systems/form-parts.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Listed, Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { replayMessages } from './replay.messages.ts'

type OfReplay = { readonly actor: ReplayProgressActor }

const messages = replayMessages.plan
const planCounts = Object.keys(messages.standings) as (keyof Plan)[]

/** What would be sent and what would not, and why; chosen, tried and sent from here. */
export function ReplayPlan({ actor, replay }: OfReplay & { readonly replay: Replay }) {
  const why = useId()
  const { plan, found, source, isStartable } = replay
  const chosen = useSelector(actor, selectChosenCount)
  const dryRun = useContextOf(actor, 'dryRun')
  const isTrying = useMatches(actor, 'trying')
  const isStarting = useMatches(actor, 'starting')
  const canStart = useCan(actor, { type: 'user.started' })
  const canTry = useCan(actor, { type: 'user.triedOut' })
  const canStop = useCan(actor, { type: 'user.stopped' })
  const isStopping = useMatches(actor, 'stopping')
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const held = planCounts.reduce((sum, it) => sum + plan[it], 0)
  return (
    <Frame role="group" aria-label={messages.name}>
      <p>
        {found > held && held > 0 ? `${messages.found[source](number(found), held)} ` : null}
        {held === 0 ? messages.none : messages.holds}
      </p>
      <Listed>
        {planCounts
          .filter((it) => plan[it] > 0)
          .map((it) => (
            <li key={it}>
              <strong>{messages.standings[it](plan[it])}</strong>: {messages.fates[it]}
            </li>
          ))}
      </Listed>
      <FailsAgain replay={replay} />
      <Include actor={actor} what="arrived" />
      <Include actor={actor} what="unknown" />
      <Include actor={actor} what="skipped" />
      <Row>
        <Button kind="primary" isBlocked={!canStart} why={why} onPress={() => actor.send({ type: 'user.started' })}>
          {isStarting ? <Ring /> : null}
          {isStarting ? messages.sending : messages.send(chosen)}
        </Button>
        <Button isBlocked={!canTry} why={why} onPress={() => actor.send({ type: 'user.triedOut' })}>
          {isTrying ? <Ring /> : null}
          {isTrying ? messages.trying : messages.try}
        </Button>
        {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
        <Button isBlocked={!canStop} onPress={() => actor.send({ type: 'user.stopped' })}>
          {isStopping ? <Ring /> : null}
          {isStopping ? messages.discarding : messages.discard}
        </Button>
      </Row>
      <Hint id={why}>{isStartable ? (chosen === 0 ? messages.nothing : null) : messages.notStartable}</Hint>
      {dryRun === null ? null : <Tried dryRun={dryRun} />}
    </Frame>
  )
}

/** Says before anything is sent that it changes nothing; nothing where that is not known. */
function FailsAgain({ replay: { failsAgain, plan, version, isStartable } }: { readonly replay: Replay }) {
  if (failsAgain === 0 || !isStartable) return null
  const isAll = failsAgain >= plan.neverArrived
  return (
    <Banner tone="warning" fact={isAll ? messages.allFail(failsAgain) : messages.someFail(number(failsAgain), plan.neverArrived)}>
      {messages.whyFail(version)}
    </Banner>
  )
}

/** Nothing where the plan holds no such record. */
function Include({ actor, what }: OfReplay & { readonly what: keyof ReplayInclude }) {
  const isIncluded = useContextOf(actor, 'include')[what]
  const canInclude = useSelector(actor, selectCanInclude(what))
  const isBusy = useIsBusy(actor)
  if (!canInclude && !isBusy) return null
  return canInclude ? (
    <Tick
      label={messages.include[what]}
      isOn={isIncluded}
      onChange={(isOn) => actor.send({ type: 'user.included', what, isIncluded: isOn })}
    />
  ) : isIncluded ? (
    <p>{messages.include[what]}</p>
  ) : null
}

function Tried({ dryRun: { records, deliveries, message, problem } }: { readonly dryRun: DryRun }) {
  return (
    <Frame role="group" aria-label={messages.dryRun}>
      <h3>{messages.dryRun}</h3>
      {problem === null ? <p role="status">{message}</p> : <ProblemAlert problem={problem} />}
      <List>
        {records.map((record, at) => (
          <RecordView key={`${at.toString()} ${record.key}`} record={record} isOpen={at === 0} />
        ))}
      </List>
      <List>
        {deliveries.map((delivery, at) => (
          <DeliveryView key={`${at.toString()} ${delivery.to}`} delivery={delivery} number={at + 1} isOpen={at === 0} />
        ))}
      </List>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
`

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`
