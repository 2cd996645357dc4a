import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { Due } from '#contract/settings/retention/retention.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { RetentionDraft } from '../../../machines/settings/retention-draft.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { dayOf } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { Fields } from '../security/parts.tsx'
import { retentionMessages as messages } from './retention.messages.ts'

type AreaMessages = {
  readonly title: string
  readonly sub: string
  readonly due: (due: number, day: string) => string
  readonly total: (total: number) => string
}

type AreaCardProps = {
  readonly actor: SettingsSectionActor
  readonly texts: AreaMessages
  readonly field: 'integrationLogs' | 'auditLogs' | 'userData'
  readonly choices: readonly number[]
  readonly toggle: {
    readonly field: 'archiveLogs' | 'archiveAudit' | 'autoDelete'
    readonly label: string
    readonly hint: string
  }
  /** What the chosen period would remove; null while it is counted. */
  readonly due: Due | null
  readonly children?: ReactNode
}

/** How long one kind of data is kept, and what that would remove. */
export function AreaCard({ actor, texts, field, choices, toggle, due, children }: AreaCardProps) {
  const draft = useSelector(actor, selectDraft<RetentionDraft>)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<RetentionDraft>) => actor.send({ type: 'user.changed', change: it })
  const options = Object.fromEntries(choices.map((days) => [String(days), messages.days(days)]))
  return (
    <SettingsCard
      title={texts.title}
      sub={texts.sub}
      aside={
        <span>
          <Chip>{messages.badge(Number(draft[field]))}</Chip>
        </span>
      }
    >
      <Fields>
        <Select
          label={messages.period}
          options={options}
          value={draft[field]}
          isBlocked={!canChange}
          onChoose={(days) => change({ [field]: days })}
        />
      </Fields>
      <Switch
        label={toggle.label}
        hint={toggle.hint}
        isOn={draft[toggle.field]}
        isBlocked={!canChange}
        onTurn={(isOn) => change({ [toggle.field]: isOn })}
      />
      <Preview texts={texts} due={due} />
      {children}
    </SettingsCard>
  )
}

/** The number of what is due, before it is saved. */
function Preview({ texts, due }: { readonly texts: AreaMessages; readonly due: Due | null }) {
  if (due === null) return <Hint role="status">{messages.counting}</Hint>
  const isDue = due.before !== null && due.due > 0
  return (
    <>
      <Hint role="status">
        {isDue ? texts.due(due.due, dayOf(new Date(due.before ?? 0))) : messages.nothingDue}
        {due.total === 0 ? null : ` ${texts.total(due.total)}`}
      </Hint>
      {due.isOverCap ? <Banner tone="warning" fact={messages.overCap} /> : null}
    </>
  )
}
