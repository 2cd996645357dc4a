import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { CompanyMailState } from '#contract/settings/company-mail.ts'
import { mailPorts } from '#contract/settings/company-mail-limits.ts'
import { selectCanChange, selectDraft, selectProblem, selectSaved } from '#src/machines/kit/settings-section.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import {
  isPasswordUnchanged,
  type NotificationsDraft,
  passwordAfter,
  writtenPassword,
} from '../../../machines/settings/mail-draft.ts'
import { narrow, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { notificationSettingsMessages } from './notifications.messages.ts'

const messages = notificationSettingsMessages.mail
const ports = Object.fromEntries(mailPorts.map((port) => [String(port), String(port)]))

type MailServerCardProps = {
  readonly actor: SettingsSectionActor
  /** Null while it is not known. */
  readonly state: CompanyMailState | null
}

/** The mail server of the company, and how it has done. */
export function MailServerCard({ actor, state }: MailServerCardProps) {
  const draft = useSelector(actor, selectDraft<NotificationsDraft>)
  const saved = useSelector(actor, selectSaved<NotificationsDraft>)
  const problem = useSelector(actor, selectProblem)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<NotificationsDraft>) => actor.send({ type: 'user.changed', change: it })
  const faultOf = (field: string) => faultAt(problem, `/notificationSettings/emailNotifications/smtpConfiguration/${field}`)
  const text = (field: 'host' | 'username' | 'sender') => ({
    ...{ label: messages[field], value: draft[field], isBlocked: !canChange, error: faultOf(field), spellCheck: false },
    onWrite: (written: string) => change({ [field]: written }),
  })
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Switch
        label={messages.enabled}
        isOn={draft.emailEnabled}
        isBlocked={!canChange}
        onTurn={(emailEnabled) => change({ emailEnabled })}
      />
      <Pairs>
        <Field {...text('host')} hint={messages.hostHint} autoComplete="off" />
        <Select
          label={messages.port}
          options={ports}
          value={String(draft.port)}
          isBlocked={!canChange}
          error={faultOf('port')}
          onChoose={(port) => change({ port: Number(port) })}
        />
        <Select
          label={messages.security}
          options={messages.securities}
          value={draft.secure ? 'tls' : 'starttls'}
          isBlocked={!canChange}
          onChoose={(security) => change({ secure: security === 'tls' })}
        />
        <Field {...text('sender')} hint={messages.senderHint} autoComplete="off" />
        <Field {...text('username')} autoComplete="off" />
        <Field
          label={messages.password}
          type="password"
          value={writtenPassword(draft)}
          isBlocked={!canChange}
          autoComplete="new-password"
          error={faultOf('password')}
          {...(isPasswordUnchanged(draft) ? { hint: messages.passwordKept } : {})}
          onWrite={(written) => change({ password: passwordAfter(written, saved?.password ?? '') })}
        />
      </Pairs>
      {state === null ? null : <ServerHealth state={state} />}
    </SettingsCard>
  )
}

function ServerHealth({ state: { acceptedAt, refusedAt, refusal, fellBack } }: { readonly state: CompanyMailState }) {
  return (
    <>
      {acceptedAt === null ? null : (
        <p>
          <StatusDot look="ok">{messages.acceptedAt}</StatusDot> <Moment at={acceptedAt} />
        </p>
      )}
      {refusedAt === null ? null : (
        <p>
          <StatusDot look="bad">{messages.refusedAt}</StatusDot> <Moment at={refusedAt} />: {refusal}
        </p>
      )}
      {fellBack === 0 ? null : <p>{messages.fellBack(fellBack)}</p>}
    </>
  )
}

const Pairs = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space[16]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`
