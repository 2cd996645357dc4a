import { useSelector } from '@xstate/react'

import type { TemplateActor } from '../../machines/library/template.machine.ts'
import {
  selectCanCancel,
  selectCanSubmit,
  selectCanWrite,
  selectFault,
  selectIsBusy,
  selectName,
  selectProblem,
} from '../../machines/library/template.selectors.ts'
import { AuthForm } from '../auth/AuthForm.tsx'
import { labelledFault, withSummary } from '../auth/submit-outcome.ts'
import { Field } from '../kit/controls/Field.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Card, CardTitle, Hint } from '../kit/layout/blocks.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.details

/** Asks what the new connector is called, and makes it. */
export function StartForm({ actor }: { readonly actor: TemplateActor }) {
  const name = useSelector(actor, selectName)
  const problem = useSelector(actor, selectProblem)
  const fault = useSelector(actor, selectFault)
  const isBusy = useSelector(actor, selectIsBusy)
  const canWrite = useSelector(actor, selectCanWrite)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canCancel = useSelector(actor, selectCanCancel)
  return (
    <Card aria-label={messages.start}>
      <CardTitle>{messages.start}</CardTitle>
      <Hint>{messages.startText}</Hint>
      <AuthForm
        name={messages.startForm}
        submit={messages.start}
        submitting={messages.starting}
        missing={messages.nameMissing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : <ProblemAlert problem={withSummary(problem, problem.message, ['/name'])} />}
        <Field
          label={messages.connectorName}
          value={name}
          isRequired
          isBlocked={!canWrite}
          error={labelledFault(messages.connectorName, fault)}
          onWrite={(text) => actor.send({ type: 'user.wrote', text })}
        />
      </AuthForm>
    </Card>
  )
}
