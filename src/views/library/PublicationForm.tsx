import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import type { PublicationActor, Theirs } from '../../machines/library/publication.machine.ts'
import { selectIsNew, selectTemplateId, selectTheirs, selectWritten } from '../../machines/library/publication.machine.ts'
import { type PublicationField, writtenOf } from '../../machines/library/written.ts'
import { color, font, space } from '../../theme/theme.ts'
import { AuthForm } from '../auth/AuthForm.tsx'
import { withSummary } from '../auth/submit-outcome.ts'
import { Button } from '../kit/controls/Button.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Card, CardTitle, Hint, Row } from '../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { PublicationFields, type Publishable } from './PublicationFields.tsx'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.publish
const fields: readonly PublicationField[] = ['name', 'description', 'category', 'tags']

type PublicationFormProps = { readonly actor: PublicationActor; readonly connectors: readonly Publishable[] }

/** The last step before others see it; and what is said when somebody else was quicker. */
export function PublicationForm({ actor, connectors }: PublicationFormProps) {
  const isNew = useSelector(actor, selectIsNew)
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const theirs = useSelector(actor, selectTheirs)
  const templateId = useSelector(actor, selectTemplateId)
  const isWaiting = useContextOf(actor, 'isWaiting')
  if (templateId !== null) return <Published templateId={templateId} isNew={isNew} isWaiting={isWaiting} />
  if (theirs !== null) return <Comparison actor={actor} theirs={theirs} />
  return (
    <Card>
      <AuthForm
        name={isNew ? messages.form : messages.editForm}
        submit={isNew ? messages.submit : messages.save}
        submitting={isNew ? messages.submitting : messages.saving}
        missing={isNew ? messages.missing : messages.nameMissing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : (
          <ProblemAlert
            problem={withSummary(
              problem,
              problem.message,
              fields.map((field) => `/${field}`),
            )}
          />
        )}
        <PublicationFields actor={actor} connectors={connectors} />
        <Hint>{messages.stays}</Hint>
      </AuthForm>
    </Card>
  )
}

type PublishedProps = { readonly templateId: string; readonly isNew: boolean; readonly isWaiting: boolean }

function Published({ templateId, isNew, isWaiting }: PublishedProps) {
  return (
    <Card role="status">
      <CardTitle>{isWaiting ? messages.waiting : isNew ? messages.done : messages.saved}</CardTitle>
      <p>{isWaiting ? messages.waitingText : messages.doneText}</p>
      <Row>
        <PlainLink href={`/connector-library/${templateId}`}>{messages.look}</PlainLink>
        <PlainLink href="/your-marketplace?tab=own">{messages.market}</PlainLink>
      </Row>
    </Card>
  )
}

/** Both versions side by side. */
function Comparison({ actor, theirs }: { readonly actor: PublicationActor; readonly theirs: Theirs }) {
  const written = useSelector(actor, selectWritten)
  const saved = writtenOf(theirs)
  return (
    <Card role="alert">
      <CardTitle>{messages.stale}</CardTitle>
      <p>{messages.staleText}</p>
      <Both>
        <thead>
          <tr>
            <td />
            <th scope="col">{messages.yours}</th>
            <th scope="col">{messages.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{messages[field]}</th>
              <td>{written[field] || messages.nothing}</td>
              <td>{saved[field] || messages.nothing}</td>
            </tr>
          ))}
        </tbody>
      </Both>
      <Row>
        <Button kind="primary" onPress={() => actor.send({ type: 'user.keptMine' })}>
          {messages.keepMine}
        </Button>
        <Button onPress={() => actor.send({ type: 'user.tookTheirs' })}>{messages.takeTheirs}</Button>
      </Row>
    </Card>
  )
}

const Both = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;

  & th,
  & td {
    padding: ${space[4]} ${space[8]};
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  & th {
    font: ${font.strong};
  }
`
