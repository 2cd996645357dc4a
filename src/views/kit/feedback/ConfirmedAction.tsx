import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { ConfirmedActionActor } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectIsBusy, selectProblem } from '#src/machines/kit/confirmed-action.machine.ts'
import { color, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { settingsMessages as messages } from '../settings.messages.ts'
import { useCan } from '../use-snapshot.ts'
import { Dialog } from './Dialog.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

type ConfirmedActionProps = {
  readonly actor: ConfirmedActionActor
  /** The question: "Remove Ada Lovelace?". */
  readonly title: string
  /** What it will do, and what it asks for. */
  readonly children: ReactNode
  /** What the button does: "Remove". */
  readonly confirm: string
  readonly isDangerous?: boolean
}

/** Asks before something with an effect; draw it while an action is planned. */
export function ConfirmedAction({ actor, title, children, confirm, isDangerous = false }: ConfirmedActionProps) {
  const problem = useSelector(actor, selectProblem)
  const canConfirm = useCan(actor, { type: 'user.confirmed' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const isBusy = useSelector(actor, selectIsBusy)
  const cancel = () => actor.send({ type: 'user.cancelled' })
  return (
    <Dialog title={title} onLeave={canCancel ? cancel : undefined}>
      {children}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <DialogButtons>
        <Button isBlocked={!canCancel} onPress={cancel}>
          {messages.cancel}
        </Button>
        <Button
          kind={isDangerous ? 'danger' : 'primary'}
          isBlocked={!canConfirm}
          onPress={() => actor.send({ type: 'user.confirmed' })}
        >
          {isBusy ? messages.working : confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The last line of a dialog: it stays at the foot while a longer one is scrolled. */
export const DialogButtons = styled.div`
  position: sticky;
  z-index: 1;
  bottom: -20px;
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
  margin: -${space[4]} -20px -20px;
  padding: ${space[12]} 20px 20px;
  background: ${color['bg.raised']};
`
