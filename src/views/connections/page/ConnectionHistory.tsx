import type { ConnectionDetails } from '#contract/connections/connection.ts'
import { connectionLimits } from '#contract/connections/connection-limits.ts'
import type { ConnectionChange } from '#contract/connections/connection-page.ts'
import { type AuditAction, auditActions } from '#contract/kit/audit-actions.ts'
import type { ConnectionPageActor } from '#src/machines/connections/connection.page.machine.ts'
import { useChild } from '../../kit/actors/use-child.ts'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { connectionMessages } from '../connections.messages.ts'
import { connectionPageMessages } from './connection-page.messages.ts'

const { history: messages } = connectionPageMessages

type HistoryProps = { readonly page: ConnectionPageActor; readonly connection: ConnectionDetails }

/** Who changed what. Of a secret it says only that it was replaced. */
export function ConnectionHistory({ page, connection }: HistoryProps) {
  const history = useChild(page, 'history')
  const at = useContextOf(page, 'page')
  if (!connection.isYours) return <p>{messages.notYours}</p>
  return (
    <ListFrame<ConnectionChange> actor={history} name={messages.list} isBare empty={<Hint>{messages.none}</Hint>}>
      {({ items, total }) => (
        <Stack>
          <Table
            name={messages.list}
            rows={items}
            columns={columns}
            keyOf={(it) => `${it.at} ${it.action} ${detailsOf(it)}`}
            isOneLine
          />
          <NumberedPager
            name={messages.list}
            page={at}
            pageSize={connectionLimits.changesPerPage}
            total={total}
            onPage={(to) => page.send({ type: 'user.turned', page: to })}
          />
        </Stack>
      )}
    </ListFrame>
  )
}

const actionName = (action: string) => (action in auditActions ? auditActions[action as AuditAction] : action)

/** Values that have a word of their own on the screen. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  visibility: connectionMessages.visibilities,
  authentication: connectionMessages.authTypes,
}

function detailsOf({ fields }: ConnectionChange): string {
  return fields
    .map(({ field, from, to }) => {
      const name = messages.fields[field]
      if (field === 'secret') return `${name}: ${messages.replaced}`
      const word = (value: string | null) => (value === null ? messages.nothing : (words[field]?.[value] ?? value))
      return messages.change(name, word(from), word(to))
    })
    .join(' · ')
}

const columns: readonly Column<ConnectionChange>[] = [
  {
    id: 'what',
    title: messages.columns.what,
    width: 'minmax(10rem, 1.2fr)',
    onPhone: 'name',
    draw: ({ action }) => actionName(action),
  },
  { id: 'at', title: messages.columns.at, width: '8rem', onPhone: 'state', draw: ({ at }) => <Moment at={at} /> },
  {
    id: 'who',
    title: messages.columns.who,
    width: 'minmax(8rem, 1fr)',
    onPhone: 'plain',
    draw: ({ by }) => by ?? messages.unknown,
  },
  {
    id: 'details',
    title: messages.columns.details,
    width: 'minmax(10rem, 2fr)',
    onPhone: 'rest',
    draw: (it) => <span title={detailsOf(it)}>{detailsOf(it)}</span>,
  },
]
