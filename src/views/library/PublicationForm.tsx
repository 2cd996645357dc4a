import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { Link } from 'wouter'

import type { PublicationActor, Theirs } from '../../machines/library/publication.machine.ts'
import {
  selectCanCancel,
  selectCanSubmit,
  selectIsBusy,
  selectIsNew,
  selectProblem,
  selectTemplateId,
  selectTheirs,
  selectWritten,
} from '../../machines/library/publication.selectors.ts'
import { type PublicationField, writtenOf } from '../../machines/library/written.ts'
import { color, font, space } from '../../theme/theme.ts'
import { AuthForm } from '../auth/AuthForm.tsx'
import { toldAbove } from '../auth/submit-outcome.ts'
import { Button } from '../kit/controls/Button.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Card, CardTitle, Hint, Row } from '../kit/layout/blocks.ts'
import { PublicationFields, type Publishable } from './PublicationFields.tsx'
import { templateWords } from './template.messages.ts'

const words = templateWords.publish
const fields: readonly PublicationField[] = ['name', 'description', 'category', 'tags']

type PublicationFormProps = { readonly actor: PublicationActor; readonly connectors: readonly Publishable[] }

/** The last step before others see it; and what is said when somebody else was quicker. */
export function PublicationForm({ actor, connectors }: PublicationFormProps) {
  const isNew = useSelector(actor, selectIsNew)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canCancel = useSelector(actor, selectCanCancel)
  const theirs = useSelector(actor, selectTheirs)
  const templateId = useSelector(actor, selectTemplateId)
  if (templateId !== null) return <Published templateId={templateId} isNew={isNew} />
  if (theirs !== null) return <Comparison actor={actor} theirs={theirs} />
  return (
    <Card>
      <AuthForm
        name={isNew ? words.form : words.editForm}
        submit={isNew ? words.submit : words.save}
        submitting={isNew ? words.submitting : words.saving}
        missing={isNew ? words.missing : words.nameMissing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: words.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : (
          <ProblemAlert
            problem={toldAbove(
              problem,
              problem.message,
              fields.map((field) => `/${field}`),
            )}
          />
        )}
        <PublicationFields actor={actor} connectors={connectors} />
        <Hint>{words.stays}</Hint>
      </AuthForm>
    </Card>
  )
}

function Published({ templateId, isNew }: { readonly templateId: string; readonly isNew: boolean }) {
  return (
    <Card role="status">
      <CardTitle>{isNew ? words.done : words.saved}</CardTitle>
      <p>{words.doneText}</p>
      <Row>
        <Link href={`/connector-library/${templateId}`}>{words.look}</Link>
        <Link href="/your-marketplace?tab=own">{words.market}</Link>
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
      <CardTitle>{words.stale}</CardTitle>
      <p>{words.staleText}</p>
      <Both>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.yours}</th>
            <th scope="col">{words.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{words[field]}</th>
              <td>{written[field] || words.nothing}</td>
              <td>{saved[field] || words.nothing}</td>
            </tr>
          ))}
        </tbody>
      </Both>
      <Row>
        <Button kind="primary" onPress={() => actor.send({ type: 'user.keptMine' })}>
          {words.keepMine}
        </Button>
        <Button onPress={() => actor.send({ type: 'user.tookTheirs' })}>{words.takeTheirs}</Button>
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
