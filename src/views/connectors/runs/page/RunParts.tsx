import type { RunPart } from '#contract/connectors/runs/run-part.ts'
import { StatusDot } from '#src/views/kit/feedback/StatusDot.tsx'
import { number } from '#src/views/kit/format/numbers.ts'
import { SectionHeader } from '#src/views/kit/layout/SectionHeader.tsx'
import { type Column, Table } from '#src/views/kit/layout/Table.tsx'
import { Moment } from '#src/views/kit/text/Moment.tsx'
import { TextWithTimestamps } from '#src/views/kit/text/TextWithTimestamps.tsx'
import { runMessages } from '../run.messages.ts'

const messages = runMessages.inParts

const looks = { waiting: 'off', moving: 'run', ended: 'ok', stopped: 'bad' } as const

const columns: readonly Column<RunPart>[] = [
  { id: 'part', title: messages.part, width: '4rem', draw: (it) => it.number },
  {
    id: 'range',
    title: messages.range,
    width: 'minmax(9rem, 2fr)',
    draw: ({ after, until, isHalfOpen }) => (
      <TextWithTimestamps text={isHalfOpen ? messages.windowOf(after, until) : messages.rangeOf(after, until)} />
    ),
  },
  {
    id: 'worker',
    title: messages.worker,
    width: '7rem',
    draw: ({ worker }) => (worker === null ? messages.noWorker : number(worker)),
  },
  {
    id: 'state',
    title: messages.state,
    width: 'minmax(7rem, 1fr)',
    draw: ({ state, error }) => (
      <>
        <StatusDot look={looks[state]}>{messages.states[state]}</StatusDot>
        {error === null ? null : <TextWithTimestamps text={error} />}
      </>
    ),
  },
  {
    id: 'begun',
    title: messages.begun,
    width: '9rem',
    draw: ({ startedAt }) => (startedAt === null ? messages.noWorker : <Moment at={startedAt} />),
  },
  { id: 'read', title: messages.read, width: '6rem', isNumeric: true, draw: ({ recordsRead }) => number(recordsRead) },
  { id: 'open', title: messages.open, width: '6rem', isNumeric: true, draw: ({ recordsOpen }) => number(recordsOpen) },
  {
    id: 'speed',
    title: messages.speed,
    width: '7rem',
    isNumeric: true,
    draw: ({ perSecond }) => (perSecond === null ? messages.noWorker : number(perSecond)),
  },
]

/** The parts of a run that reads its source in several at the same time. */
export function RunParts({ parts }: { readonly parts: readonly RunPart[] }) {
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} note={messages.note(parts.length)} />
      <Table name={messages.title} rows={parts} columns={columns} keyOf={(it) => String(it.number)} />
    </section>
  )
}
