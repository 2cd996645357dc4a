import type { Replay } from '#contract/studio/replay.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { replayMessages } from './replay.messages.ts'
import { pillOfReplay } from './replay-status.ts'

type EarlierReplaysProps = {
  /** A list of the newest replays of a connector. */
  readonly actor: ListActor
  readonly hrefOf: (replayId: string) => string
}

const messages = replayMessages.earlier
const { columns: heads } = messages

const columnsOf = (hrefOf: EarlierReplaysProps['hrefOf']): readonly Column<Replay>[] => [
  {
    id: 'planned',
    title: heads.planned,
    width: 'minmax(9rem, 1.4fr)',
    draw: ({ replayId, plannedAt }) => (
      <PlainLink href={hrefOf(replayId)}>
        <Moment at={plannedAt} />
      </PlainLink>
    ),
  },
  { id: 'state', title: heads.state, width: 'minmax(7rem, 1fr)', draw: (replay) => <StatusPill {...pillOfReplay(replay)} /> },
  {
    id: 'source',
    title: heads.source,
    onPhone: 'plain',
    width: 'minmax(9rem, 1.4fr)',
    draw: ({ source }) => replayMessages.form.sources[source],
  },
  {
    id: 'sent',
    onPhone: 'fact',
    title: heads.sent,
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ sums }) => number(sums.chosen),
  },
  {
    id: 'arrived',
    title: heads.arrived,
    onPhone: 'fact',
    width: 'minmax(5rem, 0.7fr)',
    isNumeric: true,
    draw: ({ sums }) => number(sums.delivered),
  },
  {
    id: 'failed',
    onPhone: 'fact',
    title: heads.failed,
    width: 'minmax(4rem, 0.7fr)',
    isNumeric: true,
    draw: ({ sums }) => number(sums.failed),
  },
]

/** The newest replays of a connector: whoever lost the address of one finds it here. */
export function EarlierReplays({ actor, hrefOf }: EarlierReplaysProps) {
  return (
    <Card>
      <CardTitle>{messages.title}</CardTitle>
      <ListFrame<Replay>
        actor={actor}
        name={messages.name}
        empty={<EmptyState title={messages.none}>{messages.noneHere}</EmptyState>}
      >
        {({ items }) => (
          <Table name={messages.title} rows={items} columns={columnsOf(hrefOf)} keyOf={({ replayId }) => replayId} />
        )}
      </ListFrame>
    </Card>
  )
}
