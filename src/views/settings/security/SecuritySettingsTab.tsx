import { useSelector } from '@xstate/react'

import type { MfaCoverage } from '#contract/settings/security-settings.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { liveProvisioningMachine } from '../../../services/settings/provisioning.actors.ts'
import {
  coverageMachine,
  openedSecuritySettings,
  securitySettingsMachine,
} from '../../../services/settings/security-settings.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { SsoSection } from '../sso/SsoSection.tsx'
import { MfaPolicyCard } from './MfaPolicyCard.tsx'
import { PasswordPolicyCard } from './PasswordPolicyCard.tsx'
import { ProvisioningCard } from './ProvisioningCard.tsx'
import { provisioningMessages } from './provisioning.messages.ts'
import { SessionLimitsCard } from './SessionLimitsCard.tsx'
import { securitySettingsMessages as messages } from './security-settings.messages.ts'

/** What the company asks of sign-ins, passwords and sessions. */
export function SecuritySettingsTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const section = useMachine(
    () => securitySettingsMachine(access, user.companyId, () => toast(messages.saved)),
    [access, user.companyId],
    openedSecuritySettings(user.companyId),
  )
  const coverage = useMachine(() => coverageMachine(access), [access], { query: {} })
  const provisioning = useMachine(() => liveProvisioningMachine(access, () => toast(provisioningMessages.copied)), [access])
  const [factors] = useSelector(coverage, selectPage<MfaCoverage>)?.items ?? []
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <SectionFrame actor={section} name={messages.name}>
        <Stack>
          <MfaPolicyCard actor={section} coverage={factors ?? null} />
          <PasswordPolicyCard actor={section} />
          <SessionLimitsCard actor={section} />
          <SsoSection companyId={user.companyId} />
          <ProvisioningCard actor={provisioning} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={section} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null
