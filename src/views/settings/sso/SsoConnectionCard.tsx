import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { ssoProviders } from '#contract/auth/sso/sso-limits.ts'
import { selectDraft, selectProof } from '#src/machines/settings/sso/sso-connection.machine.ts'
import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import { ssoFields } from '../../../machines/settings/sso/sso-draft.ts'
import { narrow, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { BreakGlass } from './BreakGlass.tsx'
import { EmailTrust } from './EmailTrust.tsx'
import { LastTest } from './LastTest.tsx'
import { RedirectUrl, SamlFacts } from './ProviderFacts.tsx'
import { SsoField } from './SsoField.tsx'
import { SsoSwitches } from './SsoSwitches.tsx'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection
const looks = { off: 'off', tested: 'steady', optional: 'ok', enforced: 'ok' } as const satisfies Record<string, DotLook>

type Part = { readonly actor: SsoConnectionActor }

/** The identity provider of the company: what it is, whether it works, and whether people sign in with it. */
export function SsoConnectionCard({ actor }: Part) {
  const state = useContextOf(actor, 'state')
  const problem = useContextOf(actor, 'problem')
  const canReload = useCan(actor, { type: 'user.reloaded' })
  return (
    <>
      <SettingsCard
        title={messages.title}
        sub={messages.sub}
        aside={state === null ? null : <StatusDot look={looks[state.status]}>{messages.statuses[state.status]}</StatusDot>}
      >
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {canReload ? <Button onPress={() => actor.send({ type: 'user.reloaded' })}>{ssoMessages.retry}</Button> : undefined}
          </ProblemAlert>
        )}
        {state === null ? problem === null ? <Spinner label={messages.loading} /> : null : <Form actor={actor} />}
      </SettingsCard>
      <Proof actor={actor} />
    </>
  )
}

function Form({ actor }: Part) {
  const draft = useSelector(actor, selectDraft)
  const state = useContextOf(actor, 'state')
  const canChange = useCan(actor, { type: 'user.changed', change: {} })
  const canSave = useCan(actor, { type: 'user.saved' })
  const canDiscard = useCan(actor, { type: 'user.discarded' })
  if (draft === null || state === null) return null
  return (
    <>
      <Fields>
        <Select
          label={messages.provider}
          hint={messages.providerHint}
          options={
            Object.fromEntries(ssoProviders.map((it) => [it, messages.providers[it]])) as Record<
              (typeof ssoProviders)[number],
              string
            >
          }
          value={draft.provider}
          isBlocked={!canChange}
          onChoose={(provider) => actor.send({ type: 'user.changed', change: { provider } })}
        />
      </Fields>
      <Fields role="group" aria-label={messages.group}>
        {ssoFields[draft.provider].map((field) => (
          <SsoField key={field} actor={actor} field={field} />
        ))}
      </Fields>
      {draft.provider === 'SAML' ? <SamlFacts actor={actor} /> : <RedirectUrl url={state.serviceProvider.redirectUrl} />}
      <EmailTrust actor={actor} />
      <BreakGlass actor={actor} />
      <Row>
        <Button kind="primary" isBlocked={!canSave} onPress={() => actor.send({ type: 'user.saved' })}>
          {messages.save}
        </Button>
        {canDiscard ? (
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.discarded' })}>
            {messages.discard}
          </Button>
        ) : null}
        <TestButton actor={actor} />
      </Row>
      <LastTest test={state.lastTest} />
      <SsoSwitches actor={actor} status={state.status} />
    </>
  )
}

function TestButton({ actor }: Part) {
  const canTest = useCan(actor, { type: 'user.tested' })
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches('starting') || snapshot.matches('leaving'))
  return (
    <Button isBlocked={!canTest} onPress={() => actor.send({ type: 'user.tested' })}>
      {isLeaving ? messages.leaving : messages.test}
    </Button>
  )
}

function Proof({ actor }: Part) {
  const plan = useContextOf(actor, 'plan')
  const proof = useSelector(actor, selectProof)
  if (proof === undefined || plan === null) return null
  const dialog = plan.type === 'save' ? messages.dialogs.save : messages.dialogs[plan.move]
  return (
    <StepUpDialog
      actor={proof}
      title={dialog.title}
      confirm={dialog.confirm}
      isDangerous={plan.type === 'switch' && plan.move === 'require'}
    >
      <p>{dialog.text}</p>
    </StepUpDialog>
  )
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space[16]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`
