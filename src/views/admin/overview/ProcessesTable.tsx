import styled from 'styled-components'

import type { PlatformState, ProcessState } from '#contract/admin/platform.ts'
import { color, font } from '../../../theme/theme.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { bytes } from '../../kit/format/sizes.ts'
import { duration } from '../../kit/format/spans.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { adminMessages } from '../admin.messages.ts'

const { processes: messages, hosts } = adminMessages
const { columns: heads } = messages

const columns: readonly Column<ProcessState>[] = [
  {
    id: 'id',
    title: heads.id,
    width: 'minmax(7rem, 1.5fr)',
    draw: ({ id, isSilent }) => <StatusDot look={isSilent ? 'warn' : 'ok'}>{id}</StatusDot>,
  },
  { id: 'version', title: heads.version, width: '5rem', draw: ({ version }) => version },
  { id: 'role', title: heads.role, width: 'minmax(6rem, 1fr)', draw: ({ role }) => messages.roles[role] },
  { id: 'runs', title: heads.runs, width: '3.5rem', isNumeric: true, draw: ({ runs }) => number(runs) },
  { id: 'loop', title: heads.loop, width: '6rem', isNumeric: true, draw: ({ eventLoop }) => duration(eventLoop) },
  { id: 'memory', onPhone: 'fact', title: heads.memory, width: '5.5rem', isNumeric: true, draw: ({ memory }) => bytes(memory) },
  {
    id: 'pool',
    title: heads.pool,
    width: '6.5rem',
    isNumeric: true,
    draw: ({ pool: { open, idle } }) => messages.pool(number(open - idle), number(open)),
  },
  { id: 'seen', onPhone: 'plain', title: heads.seen, width: '6.5rem', draw: ({ seenAt }) => <RelativeTime at={seenAt} /> },
]

export function ProcessesTable({ processes, keyId }: Pick<PlatformState, 'processes' | 'keyId'>) {
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} note={number(processes.length)} />
      <Table name={messages.name} rows={processes} columns={columns} keyOf={({ id }) => id} />
      <Note>
        <Sentence of={messages.key} parts={{ key: <KeyId>{keyId}</KeyId> }} />
      </Note>
    </section>
  )
}

const Note = styled.p`
  color: ${color['text.muted']};
`

const KeyId = styled.code`
  font: ${font.code};
`

type Host = PlatformState['circuits'][number]

const hostColumns: readonly Column<Host>[] = [
  { id: 'host', title: hosts.columns.host, width: 'minmax(10rem, 2fr)', draw: ({ host }) => host },
  {
    id: 'state',
    title: hosts.columns.state,
    width: '8rem',
    draw: ({ state }) => <StatusDot look="warn">{state === 'open' ? hosts.open : hosts.probing}</StatusDot>,
  },
]

/** Hosts that only failed: they are left alone but for one request now and then. */
export function HostsTable({ circuits }: { readonly circuits: readonly Host[] }) {
  return (
    <section aria-label={hosts.title}>
      <SectionHeader title={hosts.title} note={number(circuits.length)} />
      <Table name={hosts.name} rows={circuits} columns={hostColumns} keyOf={({ host }) => host} />
    </section>
  )
}
