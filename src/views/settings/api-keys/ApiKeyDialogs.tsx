import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { scopes } from '#contract/kit/scopes.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import {
  faultOfKeyField,
  isSet,
  type KeyField,
  permissionsOf,
  rateFields,
  withPermission,
} from '../../../machines/settings/api-key-entry.ts'
import { selectEntry, selectIsAsking, selectProblem, selectSubject } from '../../../machines/settings/secret-entry.selectors.ts'
import type { SecretEntryActor } from '../../../machines/settings/secret-entry.ts'
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
import { apiKeyMessages as messages } from './api-keys.messages.ts'

/** The form of a key, and the question before a key is replaced. */
export function ApiKeyDialogs({ actor }: { readonly actor: SecretEntryActor }) {
  const isWriting = useHasTag(actor, 'writing')
  const isAsking = useSelector(actor, selectIsAsking)
  if (isWriting) return <KeyForm actor={actor} />
  return isAsking ? <Replacement actor={actor} /> : null
}

function Replacement({ actor }: { readonly actor: SecretEntryActor }) {
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

function KeyForm({ actor }: { readonly actor: SecretEntryActor }) {
  const entry = useSelector(actor, selectEntry)
  const subject = useSelector(actor, selectSubject)
  const problem = useSelector(actor, selectProblem)
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'name', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const isBusy = useIsBusy(actor)
  const { fields } = messages
  const title = subject === null ? messages.add : messages.edit
  const write = (field: KeyField) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const turn = (field: KeyField) => (isOn: boolean) => write(field)(isOn ? 'yes' : '')
  const text = (field: KeyField) => ({
    ...{ value: entry[field] ?? '', isBlocked: !canWrite, onWrite: write(field) },
    error: faultAt(problem, `/${field}`) ?? faultOfKeyField(entry, field),
  })
  const chosen = permissionsOf(entry)
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
        <Field label={fields.name} isRequired {...text('name')} />
        <Permissions aria-label={fields.permissions}>
          <legend>{fields.permissions}</legend>
          <p>{fields.permissionsHint}</p>
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                disabled={!canWrite}
                onChange={({ target }) => write('permissions')(withPermission(entry, scope, target.checked))}
              />
              <span>
                {fields.scopes[scope]} <code>{scope}</code>
              </span>
            </label>
          ))}
        </Permissions>
        <Options role="group" aria-label={messages.options}>
          <Field label={fields.description} {...text('description')} />
          <Field label={fields.expiresOn} type="date" hint={fields.expiresHint} {...text('expiresOn')} />
          <Switch label={fields.enabled} isOn={isSet(entry, 'enabled')} isBlocked={!canWrite} onTurn={turn('enabled')} />
          <Switch label={fields.isLimited} isOn={isSet(entry, 'isLimited')} isBlocked={!canWrite} onTurn={turn('isLimited')} />
          {isSet(entry, 'isLimited') ? (
            <Rates>
              {rateFields.map((field) => (
                <Field key={field} label={fields[field]} inputMode="numeric" {...text(field)} />
              ))}
            </Rates>
          ) : null}
          <Switch
            label={fields.isRestricted}
            isOn={isSet(entry, 'isRestricted')}
            isBlocked={!canWrite}
            onTurn={turn('isRestricted')}
          />
          {isSet(entry, 'isRestricted') ? (
            <TextArea label={fields.allowedIPs} hint={fields.allowedIPsHint} isCode {...text('allowedIPs')} />
          ) : null}
        </Options>
        <Foot actor={actor} isNew={subject === null}>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isBusy ? settingsMessages.working : subject === null ? messages.create : messages.save}
          </Button>
        </Foot>
      </Form>
    </Dialog>
  )
}

type FootProps = { readonly actor: SecretEntryActor; readonly isNew?: boolean; readonly children: React.ReactNode }

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

const Permissions = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
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

const Options = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Rates = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space[8]};
`
