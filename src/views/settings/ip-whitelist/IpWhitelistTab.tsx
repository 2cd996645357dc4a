import { useSelector } from '@xstate/react'

import type { AddressCheck } from '#contract/settings/ip-whitelist.ts'
import type { IpWhitelistChange } from '#contract/settings/system-settings.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { withIpEntry } from '../../../machines/settings/allowed-ip-entry.ts'
import {
  addressCheckFor,
  allowedIpMachine,
  blockedListMachine,
  ipWhitelistMachine,
  openedIpWhitelist,
  ownAddressMachine,
} from '../../../services/settings/ip-whitelist.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { AddressCheckCard } from './AddressCheckCard.tsx'
import { AllowedIpsCard } from './AllowedIpsCard.tsx'
import { BlockedCard } from './BlockedCard.tsx'
import { ipWhitelistMessages as messages } from './ip-whitelist.messages.ts'
import { SwitchesCard } from './SwitchesCard.tsx'

/** From which addresses the company lets people and API keys in. */
export function IpWhitelistTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const { page, move } = usePlace()
  const section = useMachine(
    () => ipWhitelistMachine(access, user.companyId, () => toast(messages.saved)),
    [access, user.companyId],
    openedIpWhitelist(user.companyId),
  )
  const entry = useMachine(
    () =>
      allowedIpMachine((written) => {
        const { allowedIPs } = selectDraft<IpWhitelistChange>(section.getSnapshot())
        section.send({ type: 'user.changed', change: { allowedIPs: withIpEntry(allowedIPs, written) } })
      }),
    [section],
  )
  const check = useMachine(() => addressCheckFor(access), [access], { address: '' })
  const own = useMachine(() => ownAddressMachine(access), [access], { query: {} })
  const ownAddress = useSelector(own, selectPage<AddressCheck>)?.items[0]?.address ?? null
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <SectionFrame actor={section} name={messages.name}>
        <Stack>
          <SwitchesCard actor={section} />
          <AllowedIpsCard actor={section} entry={entry} ownAddress={ownAddress} />
          <AddressCheckCard actor={check} />
          <Blocked key={page} page={page} onPage={(it) => move({ page: String(it) })} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={section} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

type BlockedProps = {
  readonly page: number
  readonly onPage: (page: number) => void
}

function Blocked({ page, onPage }: BlockedProps) {
  const access = useAccess()
  const actor = useMachine(() => blockedListMachine(access), [access], { query: { page } })
  return <BlockedCard actor={actor} page={page} onPage={onPage} />
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null
