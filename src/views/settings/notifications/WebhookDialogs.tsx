import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { webhookEvents } from '#contract/settings/webhook-limits.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import { selectEntry, selectIsAsking, selectProblem, selectSubject } from '../../../machines/settings/secret-entry.selectors.ts'
import type { SecretEntryActor } from '../../../machines/settings/secret-entry.ts'
import { eventsOf, faultOfWebhookField, type WebhookField, withEvent } from '../../../machines/settings/webhook-entry.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { settingsMessages } from '../../kit/settings.messages.ts'
import { useCan, useHasTag, useIsBusy } from '../../kit/use-snapshot.ts'
import { webhookMessages as messages } from './webhooks.messages.ts'

type Props = { readonly actor: SecretEntryActor }

/** The form of a webhook, and the question before its secret is replaced. */
export function WebhookDialogs({ actor }: Props) {
  const isWriting = useHasTag(actor, 'writing')
  const isAsking = useSelector(actor, selectIsAsking)
  if (isWriting) return <WebhookForm actor={actor} />
  return isAsking ? <Replacement actor={actor} /> : null
}

function Replacement({ actor }: Props) {
  const subject = useSelector(actor, selectSubject)
  const canConfirm = useCan(actor, { type: 'user.confirmed' })
  const { replacement } = messages
  return (
    <Dialog title={replacement.title(subject?.name ?? '')} onLeave={() => actor.send({ type: 'user.cancelled' })}>
      <p>{replacement.text}</p>
      <Foot actor={actor}>
        <Button kind="primary" isBlocked={!canConfirm} onPress={() => actor.send({ type: 'user.confirmed' })}>
          {canConfirm ? replacement.confirm : settingsMessages.working}
        </Button>
      </Foot>
    </Dialog>
  )
}

function WebhookForm({ actor }: Props) {
  const entry = useSelector(actor, selectEntry)
  const subject = useSelector(actor, selectSubject)
  const problem = useSelector(actor, selectProblem)
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'name', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const isBusy = useIsBusy(actor)
  const { fields } = messages
  const title = subject === null ? messages.add : messages.edit
  const write = (field: WebhookField) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const text = (field: 'name' | 'url' | 'headers') => ({
    ...{ label: fields[field], value: entry[field] ?? '', isBlocked: !canWrite, onWrite: write(field) },
    error: faultAt(problem, `/${field}`) ?? faultOfWebhookField(entry, field),
  })
  const chosen = eventsOf(entry)
  return (
    <Dialog title={title} onLeave={() => actor.send({ type: 'user.left' })}>
      <Form
        aria-label={title}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.submitted' })
        }}
      >
        <Field isRequired {...text('name')} />
        <Where role="group" aria-label={messages.options}>
          <Field isRequired hint={fields.urlHint} spellCheck={false} {...text('url')} />
          <Switch
            label={fields.enabled}
            isOn={entry['enabled'] !== ''}
            isBlocked={!canWrite}
            onTurn={(isOn) => write('enabled')(isOn ? 'yes' : '')}
          />
        </Where>
        <Events aria-label={fields.events}>
          <legend>{fields.events}</legend>
          <p>{fields.eventsHint}</p>
          {webhookEvents.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={chosen.includes(event)}
                disabled={!canWrite}
                onChange={({ target }) => write('events')(withEvent(entry, event, target.checked))}
              />
              {event}
            </label>
          ))}
        </Events>
        <TextArea hint={fields.headersHint} isCode {...text('headers')} />
        <Foot actor={actor} isNew={subject === null}>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isBusy ? settingsMessages.working : subject === null ? messages.create : messages.save}
          </Button>
        </Foot>
      </Form>
    </Dialog>
  )
}

type FootProps = Props & { readonly isNew?: boolean; readonly children: React.ReactNode }

/** What went wrong, and how the dialog is left. */
function Foot({ actor, isNew = false, children }: FootProps) {
  const problem = useSelector(actor, selectProblem)
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {isNew && problem.code.startsWith('net/') ? <p>{messages.lost}</p> : undefined}
        </ProblemAlert>
      )}
      <DialogButtons>
        <Button isBlocked={!canCancel} onPress={() => actor.send({ type: 'user.cancelled' })}>
          {settingsMessages.cancel}
        </Button>
        {children}
      </DialogButtons>
    </>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Where = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Events = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: ${space[4]} ${space[8]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    padding: 0;
    font: ${font.strong};
  }

  & > p {
    grid-column: 1 / -1;
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & > label {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    min-height: 1.5rem;
    cursor: pointer;
  }
`
