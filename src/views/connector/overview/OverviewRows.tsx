import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useState } from 'react'

import type { OverviewItem } from '../../../../contract/connector-overview.ts'
import type { OverviewPage } from '../../../machines/overview/overview.machine.ts'
import type { Sight } from '../../../machines/overview/window.ts'
import { overviewWords as words } from '../../../words/overview.ts'
import { Cell, Group, Label, Line, Rows, Value } from '../../parts/table-frame.ts'
import { columns } from './OverviewCells.tsx'
import type { Choice } from './OverviewTable.tsx'
import { Pick } from './overview-frame.ts'

type OverviewRowsProps = {
  readonly page: OverviewPage
  readonly tracks: string
  /** The element that scrolls. */
  readonly frame: HTMLElement
  readonly choice: Choice | null
  readonly onOpen: (connectorId: string) => void
  readonly onSight: (sight: Sight) => void
}

/** Rows in the DOM beyond those in sight. */
const overscan = 6
/** Rows that Page Up and Page Down go. */
const leap = 8
/** CSS pixels of a row that was never measured. */
const usualHeight = 96

/** Only the rows in sight are drawn, and only those around them are known: what is on its way has a row that says so. */
export function OverviewRows({ page, tracks, frame, choice, onOpen, onSight }: OverviewRowsProps) {
  const { total, offset, items, hoursSince } = page
  const [reached, setReached] = useState(0)
  const inOrder = Math.min(reached, total - 1)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => frame,
    estimateSize: () => usualHeight,
    overscan,
    onChange: ({ range }) => {
      if (range !== null) onSight({ first: range.startIndex, last: range.endIndex })
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
      {shown.map(({ index, key }) => {
        const item = items[index - offset]
        const isChosen = item !== undefined && choice?.isChosen(item.id) === true
        return (
          <Group key={key} role="rowgroup" ref={virtual.measureElement} data-index={index}>
            <Line
              role="row"
              tabIndex={index === inOrder ? 0 : -1}
              aria-rowindex={index + 2}
              aria-busy={item === undefined}
              aria-selected={choice === null || item === undefined ? undefined : isChosen}
              $tracks={tracks}
              $canOpen={item !== undefined}
              style={item === undefined ? { minHeight: usualHeight } : undefined}
              onFocus={() => setReached(index)}
              onKeyDown={(event) => walk(event, index, item)}
              onClick={({ target }) => {
                if (item !== undefined && !(target instanceof Element && target.closest('a, button, label'))) onOpen(item.id)
              }}
            >
              {item === undefined ? (
                <Cell role="gridcell" aria-colspan={columns.length + (choice === null ? 0 : 1)} $isNumeric={false}>
                  <Value>{words.loadingRow}</Value>
                </Cell>
              ) : (
                <>
                  {choice === null ? null : (
                    <Pick role="gridcell">
                      <label>
                        <input
                          type="checkbox"
                          tabIndex={index === inOrder ? 0 : -1}
                          aria-label={words.choose(item.name)}
                          checked={isChosen}
                          disabled={!choice.isOpen || (choice.isFull && !isChosen)}
                          onChange={() => choice.onTurn(item)}
                        />
                      </label>
                    </Pick>
                  )}
                  {columns.map(({ title, draw }) => (
                    <Cell key={title} role="gridcell" $isNumeric={false}>
                      <Label aria-hidden="true">{title}</Label>
                      <Value>{draw(item, hoursSince)}</Value>
                    </Cell>
                  ))}
                </>
              )}
            </Line>
          </Group>
        )
      })}
    </Rows>
  )
}
