import { useVirtualizer } from '@tanstack/react-virtual'
import { Rows } from '../../kit/layout/table-frame.ts'
import { useRowWalk } from './FewRows.tsx'
import { OverviewRow, type OverviewRowsProps, usualHeight } from './OverviewRow.tsx'

/** Rows in the DOM beyond those in sight. */
const overscan = 6

/** Only the rows in sight are drawn, and only those around them are known: what is on its way has a row that says so. */
export function OverviewRows({ page, columns, tracks, frame, choice, onOpen, onVisible }: OverviewRowsProps) {
  const { total, hoursSince } = page
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => frame,
    estimateSize: () => usualHeight,
    overscan,
    onChange: ({ range }) => {
      if (range !== null) onVisible({ first: range.startIndex, last: range.endIndex })
    },
  })
  const shown = virtual.getVirtualItems()
  const rowAt = useRowWalk({ page, frame, choice, onOpen, onReach: virtual.scrollToIndex })

  return (
    <Rows style={{ paddingTop: shown[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (shown.at(-1)?.end ?? 0) }}>
      {shown.map(({ index, key }) => (
        <OverviewRow
          key={key}
          ref={virtual.measureElement}
          {...{ hoursSince, columns, tracks, choice, onOpen }}
          {...rowAt(index)}
        />
      ))}
    </Rows>
  )
}
