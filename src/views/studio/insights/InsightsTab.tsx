import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { dismissReasons, type Insights } from '#contract/studio/insights.ts'
import type { ConfirmedActionActor } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectAction, selectIsBusy } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage, selectProblem, selectStage } from '#src/machines/kit/list.machine.ts'
import { insightActionMachine, insightsMachine } from '#src/services/studio/insights.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Disclosure } from '../../kit/controls/Disclosure.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { useCan } from '../../kit/use-snapshot.ts'
import type { StudioTabProps } from '../studio-tab.ts'
import { InsightCard } from './InsightCard.tsx'
import { insightMessages as messages } from './insights.messages.ts'

/** What stands out in the time that the studio looks at. */
export function InsightsTab({ details: { _id: connectorId }, range }: StudioTabProps) {
  const access = useAccess()
  const { past, from, to } = range
  const machine = useMemo(
    () => insightsMachine({ access, connectorId }, { past, from, to }),
    [access, connectorId, past, from, to],
  )
  // Another time is another list.
  return <Read key={`${past} ${from} ${to}`} {...{ connectorId, machine }} />
}

type ReadProps = {
  readonly connectorId: string
  readonly machine: ReturnType<typeof insightsMachine>
}

function Read({ connectorId, machine }: ReadProps) {
  const access = useAccess()
  const actor = useMachine(() => machine, [machine], { query: {} })
  const action = useMachine(
    () =>
      insightActionMachine({ access, connectorId }, (kind) => {
        toast(messages.done[kind === 'restore' ? 'restore' : 'dismiss'])
        actor.send({ type: 'user.refreshed' })
      }),
    [access, connectorId, actor],
  )
  return <InsightList actor={actor} action={action} />
}

const hour = 3_600_000
function lengthOf({ from, to }: Insights): string {
  const hours = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / hour))
  return hours % 24 === 0 ? messages.days(hours / 24) : messages.hours(hours)
}

type InsightListProps = { readonly actor: ListActor; readonly action: ConfirmedActionActor }

export function InsightList({ actor, action }: InsightListProps) {
  const read = useSelector(actor, selectPage<Insights>)?.items[0] ?? null
  const problem = useSelector(actor, selectProblem)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const stage = useSelector(actor, selectStage)
  const open = read?.insights.filter(({ dismissed }) => dismissed === null) ?? []
  const others = read?.insights.filter(({ dismissed }) => dismissed !== null) ?? []
  return (
    <Stack>
      <Hint>{messages.how}</Hint>
      {stage === 'loading' ? <Spinner label={messages.loading} /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {read === null ? null : (
        <>
          {open.length === 0 ? <Nothing read={read} /> : null}
          {open.map((insight) => (
            <InsightCard
              key={insight.id}
              insight={insight}
              onMove={() => action.send({ type: 'user.planned', action: { kind: 'dismiss', id: insight.id } })}
            />
          ))}
          <Hint>{`${messages.lookedAt(number(read.records), lengthOf(read), number(read.recordsBefore))} ${messages.comparisons(read.tests)}`}</Hint>
          {others.length === 0 ? null : (
            <Disclosure title={`${messages.dismissed} (${number(others.length)})`}>
              <Stack>
                {others.map((insight) => (
                  <InsightCard
                    key={insight.id}
                    insight={insight}
                    onMove={() => action.send({ type: 'user.planned', action: { kind: 'restore', id: insight.id } })}
                  />
                ))}
              </Stack>
            </Disclosure>
          )}
        </>
      )}
      <ConfirmAction action={action} />
    </Stack>
  )
}

function Nothing({ read }: { readonly read: Insights }) {
  const length = lengthOf(read)
  if (read.records === 0) return <EmptyState title={messages.noRecords(length)}>{messages.wider}</EmptyState>
  return <EmptyState title={messages.none(number(read.records), length)}>{messages.lookedFor}</EmptyState>
}

/** Asks for the reason before a finding goes, and before it comes back. */
function ConfirmAction({ action }: { readonly action: ConfirmedActionActor }) {
  const planned = useSelector(action, selectAction)
  const isBusy = useSelector(action, selectIsBusy)
  if (planned === null) return null
  if (planned.kind === 'restore')
    return (
      <ConfirmedAction actor={action} title={messages.restoreTitle} confirm={messages.restore}>
        <p>{messages.restoreText}</p>
      </ConfirmedAction>
    )
  const options = dismissReasons.map((value) => ({
    ...{ value, name: messages.reasons[value], description: messages.reasonHints[value] },
  }))
  return (
    <ConfirmedAction actor={action} title={messages.dismissTitle} confirm={messages.dismiss}>
      <p>{messages.dismissText}</p>
      <Choice
        label={messages.reason}
        options={options}
        value={dismissReasons.find((it) => it === planned.choice) ?? null}
        isBlocked={isBusy}
        onChoose={(choice) => action.send({ type: 'user.chose', choice })}
      />
    </ConfirmedAction>
  )
}
