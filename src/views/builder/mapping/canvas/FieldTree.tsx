import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react'

import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'
import type { TreeRow } from '#src/machines/builder/mapping/tree.ts'
import { List } from './canvas-frame.ts'
import { FieldRow, type TreeHandlers } from './FieldRow.tsx'
import { column, listHeight, rowHeight } from './geometry.ts'
import type { Joined } from './joined.ts'

/** Rows in the page beyond those in sight. */
const overscan = 6
const pageOfRows = 10

type FieldTreeProps = {
  readonly id: string
  readonly side: Side
  readonly name: string
  readonly rows: readonly TreeRow[]
  readonly joined: Joined
  readonly picked: string | null
  readonly handlers: TreeHandlers
}

/** Fields of one structure. Only rows in sight are in the page, and the one that the keyboard is at: it stays in the tab order. */
export const FieldTree = memo(function FieldTree({ id, side, name, rows, joined, picked, handlers }: FieldTreeProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [reachedPath, setReachedPath] = useState<string | null>(null)
  const reached = Math.max(
    0,
    rows.findIndex(({ path }) => path === reachedPath),
  )
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(reached) ? shown : [...shown, reached].toSorted((a, b) => a - b)
    },
    [reached],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    initialRect: { width: column.width, height: listHeight.side },
    overscan,
    rangeExtractor,
    useFlushSync: false,
  })

  const reach = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (row === undefined) return
    setReachedPath(row.path)
    virtual.scrollToIndex(rows.indexOf(row))
    // The row is drawn once the scroll has moved the window.
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus({ preventScroll: true }),
    )
  }

  const walk = (event: KeyboardEvent) => {
    const row = rows[reached]
    if (row === undefined) return
    const { path } = row
    const outside = () => rows.findLastIndex(({ level }, at) => at < reached && level < row.level)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => reach(reached + 1),
      ArrowUp: () => reach(reached - 1),
      PageDown: () => reach(reached + pageOfRows),
      PageUp: () => reach(reached - pageOfRows),
      Home: () => reach(0),
      End: () => reach(rows.length - 1),
      ArrowRight: () =>
        row.hasInside && !row.isOpen ? handlers.toggle(id, path, false) : reach(row.hasInside ? reached + 1 : reached),
      ArrowLeft: () => (row.isOpen ? handlers.toggle(id, path, true) : reach(Math.max(outside(), 0))),
      Enter: () => (row.field === null ? handlers.toggle(id, path, row.isOpen) : handlers.pick(side, path)),
      ' ': () => handlers.choose(side, path),
      Delete: () => handlers.remove(side, path),
      Escape: handlers.release,
    }
    const move = moves[event.key]
    if (move === undefined) return
    move()
    event.preventDefault()
  }

  return (
    <List
      ref={frame}
      onScroll={({ currentTarget }) => handlers.scroll(id, currentTarget.scrollTop)}
      className="nodrag nopan nowheel"
    >
      <div role="tree" aria-label={name} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <FieldRow
              key={row.path}
              structure={id}
              side={side}
              row={row}
              top={start}
              isReached={index === reached}
              isPicked={picked === row.path}
              joined={joined.get(row.path)}
              handlers={handlers}
              onReach={setReachedPath}
              onKey={walk}
            />
          )
        })}
      </div>
    </List>
  )
})
