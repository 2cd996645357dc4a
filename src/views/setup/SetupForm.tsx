import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'

import { defaultPolicy } from '../../../contract/password.ts'
import type { SetupActor, SetupField } from '../../machines/setup/setup.machine.ts'
import {
  selectCanCancel,
  selectCanSubmit,
  selectCanWrite,
  selectIsBusy,
  selectProblem,
  selectWritten,
} from '../../machines/setup/setup.selectors.ts'
import { color, font, space } from '../../theme/theme.ts'
import { Button } from '../parts/Button.tsx'
import { Field } from '../parts/Field.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Ring } from '../parts/Spinner.tsx'

const fields: readonly (Pick<ComponentProps<typeof Field>, 'label' | 'autoComplete' | 'type' | 'hint'> & {
  readonly field: SetupField
})[] = [
  { field: 'companyName', label: 'Company', autoComplete: 'organization' },
  { field: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { field: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { field: 'email', label: 'E-mail', autoComplete: 'username', type: 'email' },
  {
    field: 'password',
    label: 'Password',
    autoComplete: 'new-password',
    type: 'password',
    hint: `At least ${defaultPolicy.minLength} characters, with an uppercase and a lowercase letter, a number and a special character.`,
  },
]

/** Who operates this Datacrane. What was typed stays through every failure. */
export function SetupForm({ actor }: { readonly actor: SetupActor }) {
  const written = useSelector(actor, selectWritten)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canWrite = useSelector(actor, selectCanWrite)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canCancel = useSelector(actor, selectCanCancel)

  return (
    <Form
      aria-label="Set up"
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {problem.code === 'setup/done' ? <a href="/sign-in">Sign in</a> : undefined}
        </ProblemAlert>
      )}
      {fields.map(({ field, ...input }) => (
        <Field
          key={field}
          {...input}
          name={field}
          value={written[field]}
          isRequired
          isBlocked={!canWrite}
          onWrite={(text) => actor.send({ type: 'user.wrote', field, text })}
        />
      ))}
      <Button kind="primary" submits isBlocked={!canSubmit} why="setup-why">
        {isBusy ? <Ring /> : null}
        {isBusy ? 'Setting up…' : 'Set up'}
      </Button>
      <Why id="setup-why">{canSubmit || !canWrite ? null : 'Fill in every field; the password must fit its rules.'}</Why>
      {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>Cancel</Button> : null}
    </Form>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`

const Why = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
