import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { gatewayUsageMachine, networkMachine, openedNetwork } from '../../../services/settings/network.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { CloudSection } from './cloud/CloudSection.tsx'
import { GatewayCard } from './GatewayCard.tsx'
import { networkMessages as messages } from './network.messages.ts'
import { UsageCard } from './UsageCard.tsx'

/** How connectors reach private networks, and how programs reach Datacrane. */
export function NetworkTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const section = useMachine(
    () => networkMachine(access, user.companyId, () => toast(messages.saved)),
    [access, user.companyId],
    openedNetwork(user.companyId),
  )
  const usage = useMachine(() => gatewayUsageMachine(access), [access], { query: {} })
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <SectionFrame actor={section} name={messages.name}>
        <Stack>
          <CloudSection section={section} />
          <GatewayCard actor={section} />
          <UsageCard section={section} usage={usage} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={section} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null
