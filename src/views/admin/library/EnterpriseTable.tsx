import type { ReactNode } from 'react'

import type { EnterpriseEntry } from '#contract/library/enterprise.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { enterpriseMessages as messages } from './enterprise.messages.ts'

const { columns: heads } = messages
const looks = { everyone: 'ok', chosen: 'steady', nobody: 'off' } as const

const columns: readonly Column<EnterpriseEntry>[] = [
  { id: 'name', title: heads.name, width: 'minmax(10rem, 2fr)', draw: ({ name }) => <span title={name}>{name}</span> },
  { id: 'publisher', title: heads.publisher, width: 'minmax(8rem, 1fr)', draw: ({ publisher }) => publisher },
  {
    id: 'audience',
    title: heads.audience,
    width: 'minmax(8rem, 1fr)',
    draw: ({ status, audience, offeredTo }) =>
      status === 'approved' ? (
        <StatusDot look={looks[audience]}>
          {audience === 'chosen' ? messages.chosen(offeredTo) : messages.audience[audience]}
        </StatusDot>
      ) : (
        <StatusDot look={status === 'waiting' ? 'warn' : 'off'}>{messages.status[status]}</StatusDot>
      ),
  },
  { id: 'revision', title: heads.revision, width: '4.5rem', isNumeric: true, draw: ({ revision }) => number(revision) },
  { id: 'connectors', title: heads.connectors, width: '4.5rem', isNumeric: true, draw: (it) => number(it.connectors) },
  { id: 'behind', title: heads.behind, width: '7rem', isNumeric: true, draw: ({ behind }) => number(behind) },
  { id: 'updated', title: heads.updated, width: '7rem', draw: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
]

type EnterpriseTableProps = {
  readonly entries: readonly EnterpriseEntry[]
  readonly openId: string | null
  readonly onOpen: (id: string) => void
  readonly drawOpened: (entry: EnterpriseEntry) => ReactNode
}

export function EnterpriseTable({ entries, openId, onOpen, drawOpened }: EnterpriseTableProps) {
  return (
    <Table
      name={messages.name}
      rows={entries}
      columns={columns}
      keyOf={({ id }) => id}
      openKey={openId}
      onOpen={({ id }) => onOpen(id)}
      drawOpened={drawOpened}
      isOneLine
    />
  )
}
