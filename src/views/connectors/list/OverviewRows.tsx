import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useState } from 'react'

import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import { Rows } from '../../kit/layout/table-frame.ts'
import { OverviewRow, type OverviewRowsProps, usualHeight } from './OverviewRow.tsx'

/** Rows in the DOM beyond those in sight. */
const overscan = 6
/** Rows that Page Up and Page Down go. */
const leap = 8

/** Only the rows in sight are drawn, and only those around them are known: what is on its way has a row that says so. */
export function OverviewRows({ page, columns, tracks, frame, choice, onOpen, onVisible }: OverviewRowsProps) {
  const { total, offset, items, hoursSince } = page
  const [reached, setReached] = useState(0)
  const inOrder = Math.min(reached, total - 1)
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

  const reach = (index: number) => {
    const at = Math.min(total - 1, Math.max(0, index))
    setReached(at)
    virtual.scrollToIndex(at)
    // The row is drawn once the scroll has moved the window.
    requestAnimationFrame(() => frame.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`)?.focus())
  }

  const walk = (event: KeyboardEvent, at: number, item: OverviewItem | undefined) => {
    if (event.target !== event.currentTarget) return
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + leap,
      PageUp: at - leap,
      Home: 0,
      End: total - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) reach(target)
    else if (item !== undefined && event.key === 'Enter') onOpen(item.id)
    else if (item !== undefined && event.key === ' ' && choice !== null) choice.onTurn(item)
    else return
    event.preventDefault()
  }

  return (
    <Rows style={{ paddingTop: shown[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (shown.at(-1)?.end ?? 0) }}>
      {shown.map(({ index, key }) => (
        <OverviewRow
          key={key}
          ref={virtual.measureElement}
          {...{ item: items[index - offset], index, hoursSince, columns, tracks, choice, onOpen }}
          isReached={index === inOrder}
          onReach={() => setReached(index)}
          onWalk={(event) => walk(event, index, items[index - offset])}
        />
      ))}
    </Rows>
  )
}
