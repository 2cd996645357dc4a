import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { RetentionPreview } from '#contract/settings/retention/retention.ts'
import { retentionChoices } from '#contract/settings/retention/retention-limits.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { RetentionFact, RetentionPageActor } from '../../../machines/settings/retention.page.machine.ts'
import type { RetentionDraft } from '../../../machines/settings/retention-draft.ts'
import { openedRetention, retentionPageOf } from '../../../services/settings/retention.actors.ts'
import { useChild, useChildNow } from '../../kit/actors/use-child.ts'
import { usePage } from '../../kit/actors/use-page.ts'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { exactMinute } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { AreaCard } from './AreaCard.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { ReportsCard } from './ReportsCard.tsx'
import { retentionMessages as messages } from './retention.messages.ts'

/** How long data of the company is kept, and what was removed. */
export function RetentionTab({ user: { companyId }, title }: SettingsTabProps) {
  const access = useAccess()
  const page = usePage(
    useMemo(() => retentionPageOf(access, companyId), [access, companyId]),
    openedRetention(companyId),
    messageOf,
  )
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <Retention page={page} />
    </PageFrame>
  )
}

type PageProps = { readonly page: RetentionPageActor }

export function Retention({ page }: PageProps) {
  const problem = useContextOf(page, 'problem')
  if (problem === null) return <Parts page={page} />
  return <RetryAlert problem={problem} canRetry onRetry={() => page.send({ type: 'user.reloaded' })} />
}

function Parts({ page }: PageProps) {
  const policy = useChild(page, 'policy')
  const preview = useChildNow(page, 'preview')
  return (
    <SectionFrame actor={policy} name={messages.name}>
      <Stack>
        {preview === undefined ? <Areas section={policy} preview={null} /> : <CountedAreas section={policy} counting={preview} />}
        <PeopleCard actor={useChild(page, 'people')} deletion={useChild(page, 'deletion')} />
        <BackupsCard
          section={policy}
          list={useChild(page, 'backups')}
          action={useChild(page, 'backup')}
          file={useChild(page, 'backupFile')}
        />
        <ReportsCard
          actor={useChild(page, 'removals')}
          confirm={useChild(page, 'confirmation')}
          file={useChild(page, 'archiveFile')}
          page={useContextOf(page, 'page')}
          onPage={(number) => page.send({ type: 'user.turned', page: number })}
        />
      </Stack>
      <StickyFooter>
        <SaveBar actor={policy} saved={messages.saved} nameChange={nameOf} />
      </StickyFooter>
    </SectionFrame>
  )
}

type AreasProps = { readonly section: SettingsSectionActor; readonly preview: RetentionPreview | null }

function CountedAreas({ section, counting }: Pick<AreasProps, 'section'> & { readonly counting: ListActor }) {
  return <Areas section={section} preview={useSelector(counting, selectPage<RetentionPreview>)?.items[0] ?? null} />
}

function Areas({ section, preview }: AreasProps) {
  const { enabled } = useSelector(section, selectDraft<RetentionDraft>)
  const canChange = useSelector(section, selectCanChange)
  const { policy, logs, audit, archive: label, archiveHint: hint } = messages
  const sub = preview === null ? policy.subUnknown : policy.sub(exactMinute(new Date(preview.nextAt)))
  const operatorDays = preview?.operatorDays ?? null
  return (
    <>
      <SettingsCard title={policy.title} sub={sub}>
        <Switch
          label={policy.enabled}
          hint={policy.enabledHint}
          isOn={enabled}
          isBlocked={!canChange}
          onTurn={(isOn) => section.send({ type: 'user.changed', change: { enabled: isOn } })}
        />
        {operatorDays === null ? null : <Banner tone="info" fact={policy.operator(operatorDays)} />}
      </SettingsCard>
      <AreaCard
        actor={section}
        texts={logs}
        field="integrationLogs"
        choices={retentionChoices.integrationLogs}
        toggle={{ field: 'archiveLogs', label, hint }}
        due={preview?.integrationLogs ?? null}
      />
      <AreaCard
        actor={section}
        texts={audit}
        field="auditLogs"
        choices={retentionChoices.auditLogs}
        toggle={{ field: 'archiveAudit', label, hint }}
        due={preview?.auditLogs ?? null}
      />
      <AreaCard
        actor={section}
        texts={messages.userData}
        field="userData"
        choices={retentionChoices.userData}
        toggle={{ field: 'autoDelete', label: messages.userData.autoDelete, hint: messages.userData.autoDeleteHint }}
        due={preview?.userData ?? null}
      />
    </>
  )
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null

/** The toast for what the page emits. */
export function messageOf(fact: RetentionFact): string {
  switch (fact.type) {
    case 'policySaved':
      return messages.saved
    case 'backupMade':
      return messages.backups.made
    case 'connectorsRestored':
      return messages.backups.restored(fact.restored)
    case 'removalConfirmed':
      return messages.confirmation.done
  }
}
