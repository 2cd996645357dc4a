import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { problemGroupId } from '#contract/connectors/problems/problem-group.ts'
import { destinationIn } from '#src/machines/connectors/runs/destination-choice.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import type { ReplayActor } from '#src/machines/studio/replay/replay.machine.ts'
import { selectIsPlanning, selectStage, selectStock } from '#src/machines/studio/replay/replay.machine.ts'
import type { ReplayEnd } from '#src/machines/studio/replay/replay-plan.ts'
import { selectIsMoving, selectReplay } from '#src/machines/studio/replay/replay-progress.machine.ts'
import type { ReplayChosen } from '#src/machines/studio/retry/retry.machine.ts'
import {
  liveReplayFormMachine,
  liveReplayMachine,
  liveReplayProgressMachine,
  recordToEditMachine,
  replayLine,
  replayLinesMachine,
  replayListMachine,
  restoreReplayForm,
} from '#src/services/studio/replay.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { Redirect } from '#src/views/kit/Redirect.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Row, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { useCan } from '../../kit/use-snapshot.ts'
import type { StudioTabProps } from '../studio-tab.ts'
import { EarlierReplays } from './EarlierReplays.tsx'
import { ReplayFields } from './ReplayFields.tsx'
import { RefreshData, ReplayForm } from './ReplayForm.tsx'
import { ReplayLines } from './ReplayLines.tsx'
import { ReplayProgress } from './ReplayProgress.tsx'
import { ReplayWarning } from './ReplayWarning.tsx'
import { replayMessages as messages } from './replay.messages.ts'

type Line = ReturnType<typeof replayLine>
type OfConnector = { readonly connectorId: string }

const linesPerPage = 50
const replaysShown = 10

const onFailed = () => void toast(messages.failed)
const onUnread = () => void toast(messages.refreshFailed)

function onEnd(end: ReplayEnd | null) {
  if (end === 'successful') toast(messages.successful)
  if (end === 'failed') toast(messages.failed)
}

/** Transactions that the address names: one by one, by their cause, or all that a run or a time has failed. */
function chosenIn(read: (name: string) => string | null): ReplayChosen | null {
  const problem = read('problem')
  const times = { from: read('since'), to: read('until') }
  if (problem !== null && problemGroupId.test(problem)) return { problem, ...times }
  const runId = read('run')
  const destination = destinationIn(read('destination'))
  if (runId !== null) return { runId, ...(destination === null ? {} : { destination }) }
  if (read('failed') === 'all') return { allFailed: true, ...times }
  const transaction = read('transaction')
  return transaction === null ? null : { transactionIds: transaction.split(',') }
}

/** Replays of a connector. Which one is shown, and of what the next one is made, stands in the address. */
export function ReplayTab({ user: { _id: owner }, details: { _id: connectorId }, range }: StudioTabProps) {
  const access = useAccess()
  const { read, move } = usePlace()
  const line = useMemo(() => replayLine(), [])
  const chosen = chosenIn(read)
  const replayId = read('replay')
  const edited = read('edit')
  // A link that says so begins with the plan: nothing is sent before somebody presses Send.
  const isPlanned = read('plan') === 'now' && replayId === null && chosen !== null
  const waiting = isPlanned ? ({ kind: 'chosen', chosen, delay: 0 } as const) : null
  const replay = useMachine(
    () =>
      liveReplayMachine({ access, connectorId }, range, line, {
        ...{ onUnread, onFailed },
        onPlanned: (replay) => move({ replay, page: null, plan: null }),
        onReset: () => move({ replay: null, page: null }),
      }),
    [access, connectorId, range, line, move],
    { waiting },
  )
  const of = { access, connectorId }
  // A plan that a link asks for is not begun below a form that it then moves.
  const isPlanning = useSelector(replay, (snapshot) => isPlanned && selectIsPlanning(snapshot))
  const canCancel = useCan(replay, { type: 'user.cancelled' })
  const progress = replayId === null ? null : <Progress key={replayId} {...of} replayId={replayId} line={line} />
  // The form opens when it is known what there is, or that this cannot be known now; what stands below waits for it and does not move.
  const isKnown = useSelector(replay, (snapshot) => selectStock(snapshot) !== null || selectStage(snapshot) !== 'reading')
  return (
    <Stack>
      <ReplayWarning />
      {edited === null ? null : <RecordToEdit {...of} owner={owner} transactionId={edited} />}
      {/* Where the plan is what a person came for, it comes first. */}
      {chosen === null ? null : progress}
      {edited !== null ? null : isPlanning ? (
        <Row>
          <Spinner label={messages.form.planning} />
          {canCancel ? <Button onPress={() => replay.send({ type: 'user.cancelled' })}>{messages.form.cancel}</Button> : null}
        </Row>
      ) : isKnown ? (
        <Form
          key={JSON.stringify(chosen)}
          owner={owner}
          connectorId={connectorId}
          replay={replay}
          chosen={chosen}
          onUnchosen={() => move({ problem: null, since: null, until: null, transaction: null, run: null, failed: null })}
        />
      ) : (
        <Spinner label={messages.form.refreshing} />
      )}
      {chosen === null ? progress : null}
      {replayId === null && isKnown && !isPlanning ? <Earlier {...of} /> : null}
    </Stack>
  )
}

type RecordToEditProps = OfConnector & {
  readonly owner: string
  readonly transactionId: string
}

/** Reads a record into the form before the form opens. */
function RecordToEdit({ connectorId, owner, transactionId }: RecordToEditProps) {
  const access = useAccess()
  const actor = useMachine(() => recordToEditMachine(access, { owner, connectorId }), [access, owner, connectorId], {
    query: { transactionId },
  })
  const isRead = useSelector(actor, (snapshot) => selectPage(snapshot) !== null)
  // The form has it.
  if (isRead) return <Redirect replace to={`/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay' })}`} />
  return (
    <ListFrame actor={actor} name={messages.form.record} isBare empty={null}>
      {() => null}
    </ListFrame>
  )
}

type FormProps = {
  readonly owner: string
  readonly connectorId: string
  readonly replay: ReplayActor
  readonly chosen: ReplayChosen | null
  readonly onUnchosen: () => void
}

function Form({ owner, connectorId, replay, chosen, onUnchosen }: FormProps) {
  const place = useMemo(() => ({ owner, connectorId }), [owner, connectorId])
  const examples = selectStock(replay.getSnapshot())?.examples ?? []
  const form = useMachine(
    () => liveReplayFormMachine(place, replay, onUnchosen),
    [place, replay, onUnchosen],
    restoreReplayForm(place, chosen, examples),
  )
  return (
    <ReplayForm replay={replay} form={form} fields={<ReplayFields actor={form} />} refresh={<RefreshData replay={replay} />} />
  )
}

type ProgressProps = OfConnector & { readonly replayId: string; readonly line: Line }

function Progress({ connectorId, replayId, line }: ProgressProps) {
  const access = useAccess()
  const actor = useMachine(() => liveReplayProgressMachine(access, line, { onFailed, onEnd }), [access, line], {
    connectorId,
    replayId,
  })
  const { page } = usePlace()
  const isMoving = useSelector(actor, selectIsMoving)
  const state = useSelector(actor, (snapshot) => selectReplay(snapshot)?.state)
  const isStarted = state !== undefined && state !== 'planned'
  return (
    <ReplayProgress
      actor={actor}
      lines={<Lines key={`${page} ${isStarted} ${isMoving}`} connectorId={connectorId} replayId={replayId} isMoving={isMoving} />}
    />
  )
}

function Lines({ connectorId, replayId, isMoving }: Omit<ProgressProps, 'line'> & { readonly isMoving: boolean }) {
  const access = useAccess()
  const { page, move } = usePlace()
  const actor = useMachine(() => replayLinesMachine(access, isMoving), [access, isMoving], {
    query: { connectorId, replayId, page, limit: linesPerPage },
  })
  return (
    <ReplayLines
      actor={actor}
      page={page}
      pageSize={linesPerPage}
      onPage={(it) => move({ page: String(it) })}
      // Another time may be looked at: it is searched for by its id in all that is kept.
      hrefOf={(id) =>
        `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'investigator', period: '1y', q: id, open: id })}`
      }
    />
  )
}

function Earlier({ connectorId }: OfConnector) {
  const access = useAccess()
  const actor = useMachine(() => replayListMachine(access), [access], { query: { connectorId, page: 1, limit: replaysShown } })
  return (
    <EarlierReplays
      actor={actor}
      hrefOf={(id) => `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', replay: id })}`}
    />
  )
}
