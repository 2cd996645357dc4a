import styled from 'styled-components'
import { Link } from 'wouter'

import type { ConnectorListItem } from '../../../contract/connector.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { narrow } from '../../theme/theme.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Field } from '../parts/Field.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Said } from '../parts/Said.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { type Column, type Sort, Table } from '../parts/Table.tsx'
import { Below } from '../parts/table-frame.ts'
import { number, several } from '../parts/words.ts'
import { lossesOf, pillOfRun } from '../run/run-words.ts'
import { statusWords } from './connector-words.ts'

type ConnectorTableProps = {
  readonly actor: ListActor
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly sort: Sort
  readonly onSort: (by: string) => void
  readonly onOpen: (connectorId: string) => void
}

const columns: readonly Column<ConnectorListItem>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(10rem, 1.4fr)',
    canSort: true,
    draw: ({ _id, name, connectorType }) => (
      <>
        <Link href={`/details/${_id}`}>{name}</Link>
        <Below>{connectorType}</Below>
      </>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(11rem, 1.4fr)',
    canSort: true,
    draw: ({ status, statusSince, statusReason, schedule, heldEvents = 0 }) => (
      <>
        <StatusPill {...statusWords[status]} />
        <Below>
          since <Moment at={statusSince} />. <Said text={statusReason} />
        </Below>
        {schedule === undefined || schedule.nextRunAt === null ? null : (
          <Below>
            Next run <Moment at={schedule.nextRunAt} />
          </Below>
        )}
        {heldEvents === 0 ? null : <Below>{several(heldEvents, 'event')} held</Below>}
      </>
    ),
  },
  {
    id: 'route',
    title: 'Source and destination',
    width: 'minmax(14rem, 2fr)',
    draw: ({ sourceConfiguration, destinationConfiguration }) => (
      <>
        <Side of={sourceConfiguration} />
        <Side of={destinationConfiguration} />
      </>
    ),
  },
  {
    id: 'run',
    title: 'Last run',
    width: 'minmax(12rem, 1.6fr)',
    canSort: true,
    draw: ({ lastRun }) =>
      lastRun === null ? (
        'no run yet'
      ) : (
        <>
          <StatusPill {...pillOfRun(lastRun)} /> {lastRun.status === 'succeeded' ? `${lossesOf(lastRun)} ` : null}
          <Moment at={lastRun.endedAt ?? lastRun.startedAt} />
          <Below>{sumsOf(lastRun)}</Below>
        </>
      ),
  },
]

/** "240 failed of 240 read"; what is none is left out. */
function sumsOf(run: NonNullable<ConnectorListItem['lastRun']>): string {
  const { recordsRead, recordsDelivered, recordsSkipped, recordsFailed, recordsUnknown } = run
  const counts = Object.entries({
    delivered: recordsDelivered,
    skipped: recordsSkipped,
    failed: recordsFailed,
    'of unknown outcome': recordsUnknown,
  })
  const parts = counts.filter(([, count]) => count > 0).map(([word, count]) => `${number(count)} ${word}`)
  return parts.length === 0 ? `${number(recordsRead)} read` : `${parts.join(', ')} of ${number(recordsRead)} read`
}

/** The connectors of a person, each with where it stands and what its last run moved. */
export function ConnectorTable({ actor, search, onSearch, sort, onSort, onOpen }: ConnectorTableProps) {
  return (
    <ListFrame<ConnectorListItem>
      actor={actor}
      name="connectors"
      tools={
        <Search>
          <Field label="Search by name" type="search" value={search} onWrite={onSearch} />
        </Search>
      }
      empty={
        <EmptyState title="No connectors yet">
          Each connector will stand here with its status and what its last run moved. Create one through the API: POST
          /api-connectors/.
        </EmptyState>
      }
    >
      {({ items }) => {
        const rows = sorted(
          items.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())),
          sort,
        )
        return rows.length === 0 ? (
          <EmptyState title="Nothing found">No connector has “{search.trim()}” in its name.</EmptyState>
        ) : (
          <Table
            name="Connectors"
            rows={rows}
            columns={columns}
            keyOf={({ _id }) => _id}
            sort={sort}
            onSort={onSort}
            onOpen={({ _id }) => onOpen(_id)}
          />
        )
      }}
    </ListFrame>
  )
}

function Side({ of: { requestMethod, url, type } }: { readonly of: ConnectorListItem['sourceConfiguration'] }) {
  return (
    <Address title={url}>
      {requestMethod === '' ? type : requestMethod}{' '}
      {url === '' ? 'no address yet' : type === 'webhook' ? url : <code>{url.replace(/^https?:\/\//, '')}</code>}
    </Address>
  )
}

const sortKeys: Readonly<Record<string, (item: ConnectorListItem) => string>> = {
  name: ({ name }) => name.toLowerCase(),
  status: ({ status }) => status,
  run: ({ lastRun }) => lastRun?.endedAt ?? lastRun?.startedAt ?? '',
}

function sorted(items: readonly ConnectorListItem[], { by, direction }: Sort): readonly ConnectorListItem[] {
  const keyOf = sortKeys[by]
  if (keyOf === undefined) return items
  const sign = direction === 'ascending' ? 1 : -1
  return items.toSorted((one, other) => sign * keyOf(one).localeCompare(keyOf(other)))
}

/** One line; the whole address on hover, and where there is room for nothing else. */
const Address = styled.span`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${narrow} {
    white-space: normal;
  }
`

const Search = styled.div`
  flex: 1 1 12rem;
  max-width: 20rem;
  margin-right: auto;
`
