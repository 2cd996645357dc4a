import type { ReplayLine } from '#contract/studio/replay.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { errorSentence } from '../../connectors/runs/error-sentence.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { RecordLabel } from '../../kit/text/RecordLabel.tsx'
import { shortId } from '../../kit/text/ShortId.tsx'
import { replayMessages } from './replay.messages.ts'
import { pillOfLine } from './replay-status.ts'

type ReplayLinesProps = {
  /** A list of the records of one replay. */
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** Where a transaction is shown. */
  readonly hrefOf: (transactionId: string) => string
}

const messages = replayMessages.lines
const { columns: heads } = messages

const columnsOf = (hrefOf: ReplayLinesProps['hrefOf']): readonly Column<ReplayLine>[] => [
  { id: 'number', title: heads.number, width: 'minmax(2.5rem, 0.4fr)', isNumeric: true, draw: (line) => number(line.number) },
  {
    id: 'record',
    onPhone: 'name',
    title: heads.record,
    width: 'minmax(8rem, 1.4fr)',
    draw: ({ recordKey, recordName, original }) => <RecordLabel of={{ recordKey, recordName, transactionId: original }} />,
  },
  {
    id: 'outcome',
    onPhone: 'state',
    title: heads.outcome,
    width: 'minmax(10rem, 1fr)',
    draw: (line) => <StatusPill {...pillOfLine(line)} />,
  },
  {
    id: 'before',
    onPhone: 'fact',
    title: heads.before,
    width: 'minmax(6rem, 1fr)',
    draw: ({ standing }) => messages.standings[standing],
  },
  {
    id: 'original',
    title: heads.original,
    width: 'minmax(7rem, 1fr)',
    draw: ({ original }) => <To id={original} hrefOf={hrefOf} none={messages.noOriginal} />,
  },
  {
    id: 'made',
    title: heads.made,
    width: 'minmax(7rem, 1fr)',
    draw: ({ transactionId }) => <To id={transactionId} hrefOf={hrefOf} none={messages.notMade} />,
  },
  {
    id: 'why',
    title: heads.why,
    onPhone: 'plain',
    width: 'minmax(8rem, 2fr)',
    draw: ({ details, error }) => (error === null ? details : errorSentence({ error })),
  },
]

type ToProps = Pick<ReplayLinesProps, 'hrefOf'> & { readonly id: string | null; readonly none: string }

function To({ id, hrefOf, none }: ToProps) {
  return id === null ? (
    none
  ) : (
    <PlainLink href={hrefOf(id)} title={id}>
      {messages.link(shortId(id))}
    </PlainLink>
  )
}

/** The records of a replay: each with what it was and what it became. */
export function ReplayLines({ actor, page, pageSize, onPage, hrefOf }: ReplayLinesProps) {
  return (
    <ListFrame<ReplayLine>
      actor={actor}
      name={messages.name}
      empty={<EmptyState title={messages.none}>{messages.noneHere}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table name={messages.title} rows={items} columns={columnsOf(hrefOf)} keyOf={(line) => String(line.number)} />
          {total > pageSize ? <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} /> : null}
        </>
      )}
    </ListFrame>
  )
}
