import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { PasswordChangeActor, PasswordChangeField } from '#src/machines/account/security/password-change.machine.ts'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { NewPassword } from '../../auth/NewPassword.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.password

type PasswordCardProps = {
  readonly actor: PasswordChangeActor
  /** When it was changed last. */
  readonly since: ReactNode
}

/** Another password, with the one that it replaces, and a code once the server asks for it. */
export function PasswordCard({ actor, since }: PasswordCardProps) {
  const password = useContextOf(actor, 'password')
  const next = useContextOf(actor, 'new')
  const code = useContextOf(actor, 'code')
  const policy = useContextOf(actor, 'policy')
  const asksPassword = useContextOf(actor, 'asksPassword')
  const codeHint = useContextOf(actor, 'codeHint')
  const isShown = useContextOf(actor, 'isShown')
  const problem = useContextOf(actor, 'problem')
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'new', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canDiscard = useCan(actor, { type: 'user.discarded' })
  const isBusy = useIsBusy(actor)
  const write = (field: PasswordChangeField) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const unseen = asksPassword ? undefined : faultAt(problem, '/password')
  const isOfField = [...(asksPassword ? ['/password'] : []), '/new', '/code'].some((path) => faultAt(problem, path) !== undefined)
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Form
        id="change-password"
        aria-label={messages.form}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.submitted' })
        }}
      >
        {problem === null || (isOfField && problem.code !== 'password/weak') ? null : (
          <ProblemAlert problem={unseen === undefined ? problem : { ...problem, message: unseen }} />
        )}
        {asksPassword ? null : <Hint>{messages.byCode}</Hint>}
        <Fields>
          {asksPassword ? (
            <Field
              label={messages.current}
              name="current-password"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              spellCheck={false}
              value={password}
              isRequired
              isBlocked={!canWrite}
              error={faultAt(problem, '/password')}
              onWrite={write('password')}
            />
          ) : null}
          <NewPassword
            label={messages.next}
            value={next}
            isShown={isShown}
            policy={policy}
            isBlocked={!canWrite}
            error={problem?.code === 'password/weak' ? problem.message : undefined}
            onWrite={write('new')}
            onToggle={() => actor.send({ type: 'user.toggledPassword' })}
          />
          {codeHint === null ? null : (
            <Field
              label={messages.code}
              hint={`${codeHint} ${messages.orRecovery}`}
              name="code"
              autoComplete="one-time-code"
              spellCheck={false}
              value={code}
              ref={startHere}
              isRequired
              isBlocked={!canWrite}
              error={faultAt(problem, '/code')}
              onWrite={(text) => actor.send({ type: 'user.wroteCode', code: text })}
            />
          )}
        </Fields>
        <Line>
          <Since>{since}</Since>
          <Button isBlocked={!canDiscard} onPress={() => actor.send({ type: 'user.discarded' })}>
            {messages.cancel}
          </Button>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isBusy ? messages.saving : messages.save}
          </Button>
        </Line>
      </Form>
    </SettingsCard>
  )
}

const startHere = (input: HTMLInputElement | null) => input?.focus()

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
  align-items: start;
  gap: ${space[12]};
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
`

const Since = styled.div`
  flex: 1 1 12rem;
  color: ${color['text.muted']};
  font: ${font.dense};

  ${narrow} {
    flex-basis: 100%;
  }
`
