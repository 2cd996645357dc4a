import type { ReactNode } from 'react'

import { noRoute } from '#contract/connectors/config/routes/routes.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { StatusDot } from '#src/views/kit/feedback/StatusDot.tsx'
import { number } from '#src/views/kit/format/numbers.ts'
import { System } from '#src/views/kit/identity/Monogram.tsx'
import { SectionHeader } from '#src/views/kit/layout/SectionHeader.tsx'
import { type Column, Table } from '#src/views/kit/layout/Table.tsx'
import { destinationMessages as messages } from './destination.messages.ts'
import { destinationName } from './destination-name.ts'

const { columns: heads } = messages

type Count = 'Read' | 'Delivered' | 'Failed' | 'Unknown' | 'Skipped' | 'Unchanged' | 'LeftOut' | 'Open'
/** Those that are not always there are shown where a destination has some. */
const counts = [
  { of: 'Read', title: heads.read, isAlways: true },
  { of: 'Delivered', title: heads.delivered, isAlways: true },
  { of: 'Failed', title: heads.failed, isAlways: true },
  { of: 'Unknown', title: heads.unknown, isAlways: false },
  { of: 'Skipped', title: heads.skipped, isAlways: false },
  { of: 'Unchanged', title: heads.unchanged, isAlways: false },
  { of: 'LeftOut', title: heads.leftOut, isAlways: false },
  { of: 'Open', title: heads.open, isAlways: true },
] as const satisfies readonly { readonly of: Count; readonly title: string; readonly isAlways: boolean }[]

type DestinationTableProps = {
  readonly destinations: readonly DestinationSums[]
  /** Of what the sums are. */
  readonly note: string
  /** Where the records of one are shown, by its number. */
  readonly hrefOf: (id: number) => string
  /** Where what one did not get is sent again, by its number; of runs that are over. */
  readonly retryOf?: (id: number) => string
  /** What pauses one, where that can be done. */
  readonly drawPause?: (of: DestinationSums) => ReactNode
}

const lost = ({ recordsFailed, recordsUnknown }: DestinationSums) => recordsFailed + recordsUnknown > 0
const isThere = ({ id, isRemoved }: DestinationSums) => id !== noRoute && !isRemoved

/** What went to each of several destinations, and what became of it. */
export function DestinationTable({ destinations, note, hrefOf, retryOf, drawPause }: DestinationTableProps) {
  const columns: readonly Column<DestinationSums>[] = [
    {
      ...{ id: 'destination', title: heads.destination, width: 'minmax(10rem, 2fr)', onPhone: 'name' },
      draw: (it) =>
        isThere(it) ? (
          <System name={destinationName(it)} {...(it.address === null ? {} : { address: it.address })} />
        ) : (
          destinationName(it)
        ),
    },
    // A run that is over sends nothing.
    ...(drawPause !== undefined || (retryOf === undefined && destinations.some(({ isPaused }) => isPaused))
      ? [
          {
            ...{ id: 'state', title: messages.state, width: '7rem' },
            draw: (it: DestinationSums) =>
              !isThere(it) && !it.isPaused ? null : (
                <StatusDot look={it.isPaused ? 'off' : 'ok'}>{it.isPaused ? messages.paused : messages.sending}</StatusDot>
              ),
          },
        ]
      : []),
    ...counts
      .filter(({ of, isAlways }) => isAlways || destinations.some((it) => it[`records${of}`] > 0))
      .map(
        ({ of, title }): Column<DestinationSums> => ({
          ...{ id: of, title, width: 'minmax(5rem, 1fr)', isNumeric: true },
          onPhone: of === 'Delivered' || of === 'Failed' ? 'fact' : 'rest',
          draw: (it) => number(it[`records${of}`]),
        }),
      ),
    ...(drawPause === undefined
      ? []
      : [
          {
            ...{ id: 'act', title: messages.pauseOf, width: '8rem', onPhone: 'actions' as const },
            draw: (it: DestinationSums) => (isThere(it) || it.isPaused ? drawPause(it) : null),
          },
        ]),
    ...(retryOf !== undefined && destinations.some(lost)
      ? [
          {
            ...{ id: 'retry', title: messages.retryOf, width: '7rem', onPhone: 'actions' as const },
            draw: (it: DestinationSums) =>
              isThere(it) && lost(it) ? (
                <PlainLink href={retryOf(it.id)} aria-label={messages.retry(destinationName(it))}>
                  {messages.retryShort(number(it.recordsFailed + it.recordsUnknown))}
                </PlainLink>
              ) : null,
          },
        ]
      : []),
    {
      ...{ id: 'records', title: heads.records, width: '8rem', onPhone: 'actions' },
      draw: (it) => (
        <PlainLink href={hrefOf(it.id)} aria-label={messages.showOf(destinationName(it))}>
          {messages.show}
        </PlainLink>
      ),
    },
  ]
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} note={note} />
      <Table name={messages.title} rows={destinations} columns={columns} keyOf={(it) => String(it.id)} />
    </section>
  )
}
