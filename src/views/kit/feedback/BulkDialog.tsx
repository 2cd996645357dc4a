import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { BulkActionActor } from '#src/machines/kit/bulk/bulk-action.machine.ts'
import {
  selectDryRun,
  selectIsOpen,
  selectMatch,
  selectPhase,
  selectProblem,
} from '#src/machines/kit/bulk/bulk-action.machine.ts'
import { bulkMessages as messages } from '../bulk.messages.ts'
import { Button } from '../controls/Button.tsx'
import { Hint } from '../layout/blocks.ts'
import { useCan } from '../use-snapshot.ts'
import { DialogButtons } from './ConfirmedAction.tsx'
import { Dialog } from './Dialog.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

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

/** An action on everything that a filter finds: what would change, before the server is told to do it. */
export function BulkDialog({ actor, title, submit, reasons, children }: BulkDialogProps) {
  const isOpen = useSelector(actor, selectIsOpen)
  const phase = useSelector(actor, selectPhase)
  const problem = useSelector(actor, selectProblem)
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canClose = useCan(actor, { type: 'user.closed' })
  if (!isOpen) return null
  const close = () => actor.send({ type: 'user.closed' })
  return (
    <Dialog title={title} onLeave={canClose ? close : undefined}>
      {phase === 'finding' ? <p role="status">{messages.finding}</p> : null}
      {phase === 'ordering' ? <p role="status">{messages.ordering}</p> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {phase === 'choosing' ? (
        <>
          {children}
          <DryRun actor={actor} reasons={reasons} />
          <Hint>{messages.goesOn}</Hint>
        </>
      ) : null}
      <DialogButtons>
        <Button isBlocked={!canClose} onPress={close}>
          {messages.cancel}
        </Button>
        {phase === 'choosing' ? (
          <Button kind="primary" isBlocked={!canSubmit} onPress={() => actor.send({ type: 'user.submitted' })}>
            {submit}
          </Button>
        ) : null}
      </DialogButtons>
    </Dialog>
  )
}

function DryRun({ actor, reasons }: Pick<BulkDialogProps, 'actor' | 'reasons'>) {
  const { total } = useSelector(actor, selectMatch)
  const { found, changes, skipped } = selectDryRun(useSelector(actor, (snapshot) => snapshot))
  return (
    <div role="status">
      <p>{messages.changes(changes, total)}</p>
      {total > found ? <Hint>{messages.first(found)}</Hint> : null}
      {skipped.map(([reason, count]) => (
        <Hint key={reason}>{messages.skipped(count, reasons[reason] ?? reason)}</Hint>
      ))}
    </div>
  )
}
