import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import type { StepUpActor } from '#src/machines/kit/step-up.machine.ts'
import { selectIsOpen } from '#src/machines/kit/step-up.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { stepUpMessages as messages } from '../step-up.messages.ts'
import { useCan, useContextOf, useIsBusy, useMatches } from '../use-snapshot.ts'
import { DialogButtons } from './ConfirmedAction.tsx'
import { Dialog } from './Dialog.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

type StepUpDialogProps = {
  readonly actor: StepUpActor
  /** What is done: "Disable MFA". */
  readonly title: string
  /** What it will do. */
  readonly children?: ReactNode
  /** What the button does: "Disable". */
  readonly confirm: string
  readonly isDangerous?: boolean
}

/** Asks a person to prove themselves for one call: the password, and a code once the server asks for it. */
export function StepUpDialog({ actor, title, children, confirm, isDangerous = false }: StepUpDialogProps) {
  const isOpen = useSelector(actor, selectIsOpen)
  const password = useContextOf(actor, 'password')
  const code = useContextOf(actor, 'code')
  const codeHint = useContextOf(actor, 'codeHint')
  const problem = useContextOf(actor, 'problem')
  const canWrite = useMatches(actor, 'asking')
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const isWithoutPassword = useContextOf(actor, 'isWithoutPassword')
  const canGoWithout = useCan(actor, { type: 'user.hasNoPassword' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const isBusy = useIsBusy(actor)
  if (!isOpen) return null
  const cancel = () => actor.send({ type: 'user.cancelled' })
  const [passwordFault, codeFault] = [faultAt(problem, '/password'), faultAt(problem, '/code')]
  const isOfField = passwordFault !== undefined || codeFault !== undefined
  return (
    <Dialog title={title} onLeave={canCancel ? cancel : undefined}>
      <form
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.submitted' })
        }}
      >
        <Fields role="group" aria-label={title}>
          {children}
          {problem === null || isOfField ? null : <ProblemAlert problem={problem} />}
          {isWithoutPassword ? null : (
            <Field
              label={messages.password}
              name="password"
              type="password"
              autoComplete="current-password"
              spellCheck={false}
              value={password}
              isRequired
              isBlocked={!canWrite}
              error={passwordFault}
              onWrite={(text) => actor.send({ type: 'user.wrotePassword', password: text })}
            />
          )}
          {canGoWithout ? (
            <Button kind="quiet" onPress={() => actor.send({ type: 'user.hasNoPassword' })}>
              {messages.noPassword}
            </Button>
          ) : null}
          {codeHint === null ? null : (
            <Field
              label={messages.code}
              hint={isWithoutPassword ? codeHint : `${codeHint} ${messages.orRecovery}`}
              name="code"
              autoComplete="one-time-code"
              spellCheck={false}
              value={code}
              ref={startHere}
              isRequired
              isBlocked={!canWrite}
              error={codeFault}
              onWrite={(text) => actor.send({ type: 'user.wroteCode', code: text })}
            />
          )}
          <DialogButtons>
            <Button isBlocked={!canCancel} onPress={cancel}>
              {messages.cancel}
            </Button>
            <Button kind={isDangerous ? 'danger' : 'primary'} submits isBlocked={!canSubmit}>
              {isBusy ? messages.working : confirm}
            </Button>
          </DialogButtons>
        </Fields>
      </form>
    </Dialog>
  )
}

const startHere = (input: HTMLInputElement | null) => input?.focus()

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`
