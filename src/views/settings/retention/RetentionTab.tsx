import { useSelector } from '@xstate/react'

import type { RetentionPreview } from '#contract/settings/retention/retention.ts'
import { retentionChoices } from '#contract/settings/retention/retention-limits.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { selectPage } from '../../../machines/kit/list.selectors.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { selectCanChange, selectDraft } from '../../../machines/kit/settings-section.selectors.ts'
import type { RetentionDraft } from '../../../machines/settings/retention-draft.ts'
import {
  archiveFileMachine,
  backupActionMachine,
  backupFileMachine,
  backupListMachine,
  deletionMachine,
  duePeopleMachine,
  openedRetention,
  removalConfirmationMachine,
  retentionMachine,
  retentionPreviewMachine,
  retentionReportsMachine,
} from '../../../services/settings/retention.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { exactMinute } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { AreaCard } from './AreaCard.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { ReportsCard } from './ReportsCard.tsx'
import { retentionMessages as messages } from './retention.messages.ts'

/** How long data of the company is kept, and what was removed. */
export function RetentionTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const { page, move } = usePlace()
  const section = useMachine(
    () => retentionMachine(access, user.companyId, () => toast(messages.saved)),
    [access, user.companyId],
    openedRetention(user.companyId),
  )
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <SectionFrame actor={section} name={messages.name}>
        <Stack>
          <Areas section={section} />
          <People />
          <Backups section={section} />
          <Reports key={page} page={page} onPage={(it) => move({ page: String(it) })} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={section} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

type AreasProps = { readonly section: SettingsSectionActor }

/** The periods are counted anew when one of them is another. */
function Areas({ section }: AreasProps) {
  const { integrationLogs, auditLogs, userData } = useSelector(section, selectDraft<RetentionDraft>)
  const periods = { integrationLogs, auditLogs, userData }
  return <CountedAreas key={Object.values(periods).join()} section={section} periods={periods} />
}

function CountedAreas({ section, periods }: AreasProps & { readonly periods: Readonly<Record<string, string>> }) {
  const access = useAccess()
  const counting = useMachine(() => retentionPreviewMachine(access), [access], { query: periods })
  const preview = useSelector(counting, selectPage<RetentionPreview>)?.items[0] ?? null
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

/** Those who have waited longest; the others follow when these are decided. */
function People() {
  const access = useAccess()
  const actor = useMachine(() => duePeopleMachine(access), [access], { query: { page: 1 } })
  const deletion = useMachine(() => deletionMachine(access, () => actor.send({ type: 'user.refreshed' })), [access, actor])
  return <PeopleCard actor={actor} deletion={deletion} />
}

function Backups({ section }: AreasProps) {
  const access = useAccess()
  const list = useMachine(() => backupListMachine(access), [access], { query: { page: 1 } })
  const action = useMachine(
    () =>
      backupActionMachine(access, (restored) => {
        toast(restored === null ? messages.backups.made : messages.backups.restored(restored))
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const file = useMachine(() => backupFileMachine(access), [access], {})
  return <BackupsCard section={section} list={list} action={action} file={file} />
}

type ReportsProps = {
  readonly page: number
  readonly onPage: (page: number) => void
}

function Reports({ page, onPage }: ReportsProps) {
  const access = useAccess()
  const actor = useMachine(() => retentionReportsMachine(access), [access], { query: { page } })
  const confirm = useMachine(
    () =>
      removalConfirmationMachine(access, () => {
        toast(messages.confirmation.done)
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const file = useMachine(() => archiveFileMachine(access), [access], {})
  return <ReportsCard actor={actor} confirm={confirm} file={file} page={page} onPage={onPage} />
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null
