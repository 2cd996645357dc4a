import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { GatewayUsage } from '#contract/settings/network/network.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { selectSaved } from '#src/machines/kit/settings-section.machine.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { NetworkDraft } from '../../../machines/settings/network-draft.ts'
import { space } from '../../../theme/theme.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { networkMessages } from './network.messages.ts'

const messages = networkMessages.usage

/** How much of the limits is used, under the saved settings. */
export function UsageCard({ section, usage }: { readonly section: SettingsSectionActor; readonly usage: ListActor }) {
  const saved = useSelector(section, selectSaved<NetworkDraft>)
  const used = useSelector(usage, selectPage<GatewayUsage>)?.items[0] ?? null
  const limitOf = (text: string | undefined) => (saved?.rateLimiting && text !== undefined ? Number(text) : null)
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      {used === null ? (
        <Hint role="status">{messages.counting}</Hint>
      ) : (
        <Bars>
          <Used label={messages.minute} calls={used.minute.calls} limit={limitOf(saved?.requestsPerMinute)} />
          <Used label={messages.hour} calls={used.hour.calls} limit={limitOf(saved?.requestsPerHour)} />
        </Bars>
      )}
    </SettingsCard>
  )
}

type UsedProps = { readonly label: string; readonly calls: number; readonly limit: number | null }

function Used({ label, calls, limit }: UsedProps) {
  return (
    <div>
      <span>{label}</span> <span>{messages.of(calls, limit)}</span>
      {limit === null ? null : (
        <Meter aria-label={label} min={0} max={limit} high={limit * 0.8} optimum={0} value={Math.min(calls, limit)} />
      )}
    </div>
  )
}

const Bars = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
  gap: ${space[16]};
`

const Meter = styled.meter`
  display: block;
  width: 100%;
  height: 0.75rem;
`
