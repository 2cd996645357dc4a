import { useSelector } from '@xstate/react'

import type { CompanyMailState } from '#contract/settings/company-mail.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { mailOfDraft, type NotificationsDraft } from '../../../machines/settings/mail-draft.ts'
import {
  mailStateMachine,
  mailTestFor,
  notificationSettingsMachine,
  openedNotificationSettings,
} from '../../../services/settings/notification-settings.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { MailServerCard } from './MailServerCard.tsx'
import { MailTestCard } from './MailTestCard.tsx'
import { notificationSettingsMessages as messages } from './notifications.messages.ts'
import { WebhooksSection } from './WebhooksSection.tsx'

/** By which ways the company is written to: its own mail server, with a test, and webhooks. */
export function NotificationSettingsTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const section = useMachine(
    () => notificationSettingsMachine(access, user.companyId, () => toast(messages.saved)),
    [access, user.companyId],
    openedNotificationSettings(user.companyId),
  )
  const test = useMachine(() => mailTestFor(access), [access], { server: null, testRecipient: '' })
  const state = useMachine(() => mailStateMachine(access), [access], { query: {} })
  const draft = useSelector(section, selectDraft<NotificationsDraft>)
  const mailState = useSelector(state, selectPage<CompanyMailState>)?.items[0] ?? null
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <SectionFrame actor={section} name={messages.name}>
        <Stack>
          <MailServerCard actor={section} state={mailState} />
          <MailTestCard actor={test} server={mailOfDraft(draft)} ownAddress={user.email} />
          <WebhooksSection section={section} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={section} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null
