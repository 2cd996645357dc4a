import { useSelector } from '@xstate/react'
import type { TemplateActor } from '../../machines/library/template.machine.ts'
import { selectFault } from '../../machines/library/template.machine.ts'
import { AuthForm } from '../auth/AuthForm.tsx'
import { labelledFault, withSummary } from '../auth/submit-outcome.ts'
import { Field } from '../kit/controls/Field.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Card, CardTitle, Hint } from '../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.details

/** Asks what the new connector is called, and makes it. */
export function StartForm({ actor }: { readonly actor: TemplateActor }) {
  const name = useContextOf(actor, 'name')
  const problem = useContextOf(actor, 'problem')
  const fault = useSelector(actor, selectFault)
  const isBusy = useIsBusy(actor)
  const canWrite = useCan(actor, { type: 'user.wrote', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
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
