import type { BlockedAddress } from '#contract/settings/ip-whitelist.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { Pager } from '../../kit/controls/Pager.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { ipWhitelistMessages } from './ip-whitelist.messages.ts'

const messages = ipWhitelistMessages.blocked
const { columns: heads } = messages

const columns: readonly Column<BlockedAddress>[] = [
  { id: 'address', title: heads.address, width: 'minmax(9rem, 1.4fr)', draw: ({ address }) => address },
  {
    id: 'result',
    title: heads.result,
    width: '6rem',
    draw: ({ wasRefused }) => (
      <StatusDot look={wasRefused ? 'bad' : 'steady'}>{wasRefused ? messages.refused : messages.letIn}</StatusDot>
    ),
  },
  { id: 'calls', title: heads.calls, width: '5rem', isNumeric: true, draw: ({ calls }) => number(calls) },
  { id: 'last', title: heads.last, width: '7rem', draw: ({ lastAt }) => <Moment at={lastAt} /> },
  {
    id: 'by',
    title: heads.by,
    width: 'minmax(7rem, 1fr)',
    draw: ({ lastBy, isEvent }) => lastBy ?? (isEvent ? messages.event : messages.removed),
  },
]

type BlockedCardProps = {
  readonly actor: ListActor
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Who called from an address that is not on the list. */
export function BlockedCard({ actor, page, onPage }: BlockedCardProps) {
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <ListFrame<BlockedAddress> actor={actor} name={messages.name} isBare empty={<p>{messages.none}</p>}>
        {({ items, total }) => (
          <>
            <Table name={messages.title} rows={items} columns={columns} keyOf={({ address }) => address} isOneLine />
            <Pager name={messages.name} page={page} pageSize={10} total={total} onPage={onPage} />
          </>
        )}
      </ListFrame>
    </SettingsCard>
  )
}
