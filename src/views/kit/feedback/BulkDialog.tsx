import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { BulkActionActor } from '#src/machines/kit/bulk/bulk-action.machine.ts'
import {
  selectCanSubmit,
  selectDryRun,
  selectFailed,
  selectIsOpen,
  selectLeft,
  selectMatch,
  selectPhase,
  selectProblem,
  selectProgress,
} from '#src/machines/kit/bulk/bulk-action.selectors.ts'
import { bulkMessages as messages } from '../bulk.messages.ts'
import { Button } from '../controls/Button.tsx'
import { Hint } from '../layout/blocks.ts'
import { DialogButtons } from './ConfirmedAction.tsx'
import { Dialog } from './Dialog.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { ProgressBar } from './progress-bar.ts'

type BulkDialogProps = {
  readonly actor: BulkActionActor
  readonly title: string
  /** What the button does. */
  readonly submit: string
  /** Reason → words. */
  readonly reasons: Readonly<Record<string, string>>
  /** The fields of the action. */
  readonly children: ReactNode
}

/** An action on everything that a filter finds: what would change, the progress, and those that failed. */
export function BulkDialog({ actor, title, submit, reasons, children }: BulkDialogProps) {
  const isOpen = useSelector(actor, selectIsOpen)
  const phase = useSelector(actor, selectPhase)
  const problem = useSelector(actor, selectProblem)
  const canSubmit = useSelector(actor, selectCanSubmit)
  if (!isOpen) return null
  const close = () => actor.send({ type: 'user.closed' })
  const isChanging = phase === 'changing'
  return (
    <Dialog title={title} onLeave={isChanging ? undefined : close}>
      {phase === 'finding' ? <p role="status">{messages.finding}</p> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {phase === 'choosing' ? (
        <>
          {children}
          <DryRun actor={actor} reasons={reasons} />
        </>
      ) : null}
      {isChanging || phase === 'done' ? <Progress actor={actor} /> : null}
      <DialogButtons>
        {isChanging ? (
          <Button onPress={() => actor.send({ type: 'user.stopped' })}>{messages.stop}</Button>
        ) : (
          <Button onPress={close}>{phase === 'done' ? messages.close : messages.cancel}</Button>
        )}
        {phase === 'choosing' ? (
          <Button kind="primary" isBlocked={!canSubmit} onPress={() => actor.send({ type: 'user.submitted' })}>
            {submit}
          </Button>
        ) : null}
        {phase === 'done' ? <Retry actor={actor} /> : null}
      </DialogButtons>
    </Dialog>
  )
}

function DryRun({ actor, reasons }: Pick<BulkDialogProps, 'actor' | 'reasons'>) {
  const { targets, total } = useSelector(actor, selectMatch)
  const { changes, skipped } = selectDryRun(useSelector(actor, (snapshot) => snapshot))
  return (
    <div role="status">
      <p>{messages.changes(changes, total)}</p>
      {total > targets.length ? <Hint>{messages.first(targets.length)}</Hint> : null}
      {skipped.map(([reason, count]) => (
        <Hint key={reason}>{messages.skipped(count, reasons[reason] ?? reason)}</Hint>
      ))}
    </div>
  )
}

function Progress({ actor }: Pick<BulkDialogProps, 'actor'>) {
  const { changed, left, all } = selectProgress(useSelector(actor, (snapshot) => snapshot))
  const failed = useSelector(actor, selectFailed)
  const isOver = useSelector(actor, selectPhase) === 'done'
  return (
    <>
      <ProgressBar aria-label={messages.progress} value={changed + failed.length} max={all} />
      <p role="status">{messages.done(changed, failed.length)}</p>
      {isOver && left > 0 ? <Hint>{messages.left(left)}</Hint> : null}
      {failed.length === 0 ? null : (
        <ul aria-label={messages.failed}>
          {failed.map(({ target, problem }) => (
            <li key={target.id}>
              <b>{target.name}</b>: {problem.message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Retry({ actor }: Pick<BulkDialogProps, 'actor'>) {
  const failed = useSelector(actor, selectFailed).length
  const left = useSelector(actor, selectLeft)
  if (failed + left === 0) return null
  return (
    <Button kind="primary" onPress={() => actor.send({ type: 'user.retried' })}>
      {left === 0 ? messages.retry(failed) : messages.goOn(failed + left)}
    </Button>
  )
}
