import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { supportLimits } from '#contract/help/support-limits.ts'
import type { SupportField, SupportRequestActor } from '../../machines/help/support-request.machine.ts'
import { faultAt } from '../../machines/kit/field-fault.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { selectPage } from '../../machines/kit/list.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Field } from '../kit/controls/Field.tsx'
import { Select } from '../kit/controls/Select.tsx'
import { TextArea } from '../kit/controls/TextArea.tsx'
import { DialogButtons } from '../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { number } from '../kit/format/numbers.ts'
import { useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { BundleText } from './BundleText.tsx'
import { helpMessages } from './help.messages.ts'

const messages = helpMessages.support
type Named = { readonly id: string; readonly name: string }

type SupportDialogProps = {
  readonly actor: SupportRequestActor
  /** The connectors that the person sees. */
  readonly connectors: ListActor
}

/** The request and what is sent along with it: nothing is sent that is not shown here. */
export function SupportDialog({ actor, connectors }: SupportDialogProps) {
  const { subject, text, connectorId } = useContextOf(actor, 'entry')
  const shown = useContextOf(actor, 'shown')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const names = useSelector(connectors, selectPage<Named>)?.items ?? []
  const isClosed = useSelector(actor, (snapshot) => snapshot.matches('closed'))
  const isBlind = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.retried' }))
  const canSubmit = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.submitted' }))
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.cancelled' }))
  if (isClosed) return null
  const write = (field: SupportField) => (written: string) => actor.send({ type: 'user.wrote', field, text: written })
  const cancel = () => actor.send({ type: 'user.cancelled' })
  const tooLong = (written: string, max: number) => (written.length > max ? messages.tooLong(number(max)) : undefined)
  const isKnown = connectorId === '' || names.some(({ id }) => id === connectorId)
  return (
    <Dialog title={messages.contact} onLeave={canCancel ? cancel : undefined} isWide>
      <Form
        aria-label={messages.contact}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.submitted' })
        }}
      >
        <Field
          label={messages.subject}
          value={subject}
          isBlocked={isBusy}
          isRequired
          error={faultAt(problem, '/subject') ?? tooLong(subject, supportLimits.subjectMax)}
          onWrite={write('subject')}
        />
        <TextArea
          label={messages.text}
          value={text}
          rows={5}
          isBlocked={isBusy}
          hint={messages.textHint(number(supportLimits.textMax))}
          error={faultAt(problem, '/text') ?? tooLong(text, supportLimits.textMax)}
          onWrite={write('text')}
        />
        <Select
          label={messages.connector}
          options={{
            '': messages.noConnector,
            ...(isKnown ? {} : { [connectorId]: connectorId }),
            ...Object.fromEntries(names.map(({ id, name }) => [id, name])),
          }}
          value={connectorId}
          isBlocked={isBusy}
          onChoose={write('connectorId')}
        />
        <Along>
          <h3>{messages.bundle}</h3>
          <p>{messages.bundleWhat}</p>
          {shown === null ? isBlind ? null : <p role="status">{messages.looking}</p> : <BundleText bundle={shown.bundle} />}
        </Along>
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {isBlind ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : undefined}
          </ProblemAlert>
        )}
        <DialogButtons>
          <Button isBlocked={!canCancel} onPress={cancel}>
            {messages.cancel}
          </Button>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isBusy ? messages.sending : messages.send}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`

const Along = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  padding: ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};

  & > h3 {
    font: ${font.strong};
  }

  & > p {
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`
