import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectFault, selectWritten } from '#src/machines/auth/sign-up/registration.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { useCan } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { labelledFault } from '../submit-outcome.ts'
import { RegistrationFailure } from './RegistrationFailure.tsx'
import { registrationMessages as messages } from './registration.messages.ts'

type DetailsField = 'firstName' | 'lastName' | 'companyName'
type DetailProps = Pick<ComponentProps<typeof Field>, 'autoComplete' | 'hint'> & { readonly field: DetailsField }

const details: readonly DetailProps[] = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
  { field: 'companyName', autoComplete: 'organization', hint: messages.details.companyHint },
]

const selectFaults = {
  firstName: selectFault('firstName'),
  lastName: selectFault('lastName'),
  companyName: selectFault('companyName'),
}

export function DetailsStep({ actor }: { readonly actor: RegistrationActor }) {
  const canContinue = useCan(actor, { type: 'user.continued' })
  return (
    <AuthPage title={messages.details.title}>
      <p>{messages.stepOf(2, 3)}</p>
      <AuthForm
        name={messages.details.form}
        submit={messages.next}
        missing={messages.details.missing}
        canSubmit={canContinue}
        onSubmit={() => actor.send({ type: 'user.continued' })}
      >
        <RegistrationFailure actor={actor} />
        {details.map((detail) => (
          <Detail key={detail.field} actor={actor} {...detail} />
        ))}
      </AuthForm>
      <Button kind="quiet" onPress={() => actor.send({ type: 'user.returned' })}>
        {messages.back}
      </Button>
    </AuthPage>
  )
}

function Detail({ actor, field, ...input }: DetailProps & { readonly actor: RegistrationActor }) {
  const text = useSelector(actor, (snapshot) => selectWritten(snapshot)[field])
  const fault = useSelector(actor, selectFaults[field])
  return (
    <Field
      {...input}
      label={messages.details[field]}
      name={field}
      value={text}
      isRequired
      error={labelledFault(messages.details[field], fault)}
      onWrite={(written) => actor.send({ type: 'user.wrote', field, text: written })}
    />
  )
}
