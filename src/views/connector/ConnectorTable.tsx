import styled from 'styled-components'
import { Link } from 'wouter'

import type { ConnectorListItem } from '../../../contract/connector.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { narrow } from '../../theme/theme.ts'
import { connectorWords } from '../../words/connector.ts'
import { connectorListWords as words } from '../../words/connector-list.ts'
import { number } from '../../words/numbers.ts'
import { runWords } from '../../words/run.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Field } from '../parts/Field.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Said } from '../parts/Said.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { type Column, type Sort, Table } from '../parts/Table.tsx'
import { Below } from '../parts/table-frame.ts'
import { lossesOf, pillOfRun } from '../run/run-standing.ts'
import { statusWords } from './connector-standing.ts'

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
    title: words.columns.name,
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
    title: words.columns.status,
    width: 'minmax(11rem, 1.4fr)',
    canSort: true,
    draw: ({ status, statusSince, statusReason, schedule, heldEvents = 0 }) => (
      <>
        <StatusPill {...statusWords[status]} />
        <Below>
          <Sentence of={words.since} parts={{ at: <Moment at={statusSince} />, reason: <Said text={statusReason} /> }} />
        </Below>
        {schedule === undefined || schedule.nextRunAt === null ? null : (
          <Below>
            <Sentence of={words.nextRun} parts={{ at: <Moment at={schedule.nextRunAt} /> }} />
          </Below>
        )}
        {heldEvents === 0 ? null : <Below>{connectorWords.heldEvents(heldEvents)}</Below>}
      </>
    ),
  },
  {
    id: 'route',
    title: words.columns.route,
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
    title: words.columns.run,
    width: 'minmax(12rem, 1.6fr)',
    canSort: true,
    draw: ({ lastRun }) =>
      lastRun === null ? (
        words.noRun
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
  const counts = [
    [recordsDelivered, runWords.delivered],
    [recordsSkipped, runWords.skipped],
    [recordsFailed, runWords.failed],
    [recordsUnknown, runWords.unknown],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, say]) => say(number(count)))
  const read = number(recordsRead)
  return parts.length === 0 ? runWords.read(read) : runWords.ofRead(parts, read)
}

/** The connectors of a person, each with where it stands and what its last run moved. */
export function ConnectorTable({ actor, search, onSearch, sort, onSort, onOpen }: ConnectorTableProps) {
  return (
    <ListFrame<ConnectorListItem>
      actor={actor}
      name={words.name}
      tools={
        <Search>
          <Field label={words.search} type="search" value={search} onWrite={onSearch} />
        </Search>
      }
      empty={<EmptyState title={words.none}>{words.firstStep}</EmptyState>}
    >
      {({ items }) => {
        const rows = sorted(
          items.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())),
          sort,
        )
        return rows.length === 0 ? (
          <EmptyState title={words.nothingFound}>{words.noneNamed(search.trim())}</EmptyState>
        ) : (
          <Table
            name={words.table}
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
      {url === '' ? connectorWords.route.noAddress : type === 'webhook' ? url : <code>{url.replace(/^https?:\/\//, '')}</code>}
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
