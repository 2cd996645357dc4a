import { type KeyboardEvent, memo, type Ref } from 'react'

import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import type { Chosen } from '#src/machines/connectors/list/chosen.ts'
import type { OverviewPage } from '#src/machines/connectors/list/overview.machine.ts'
import type { VisibleRows } from '#src/machines/connectors/list/window.ts'
import { Tick } from '../../kit/controls/tick.ts'
import { Group, isApart, Rows } from '../../kit/layout/table-frame.ts'
import type { OverviewColumn } from './OverviewCells.tsx'
import { overviewMessages as messages } from './overview.messages.ts'
import { OverviewLine, Slot } from './overview-frame.ts'

/** How rows are chosen. */
export type Choice = {
  readonly isChosen: (connectorId: string) => boolean
  /** Whether rows can be chosen and dropped now. */
  readonly isOpen: boolean
  readonly isFull: boolean
  readonly count: number
  readonly onTurn: (connector: Chosen) => void
  readonly onAll: () => void
  readonly onNone: () => void
}

export type OverviewRowsProps = {
  readonly page: OverviewPage
  readonly columns: readonly OverviewColumn[]
  readonly tracks: string
  /** The element that scrolls. */
  readonly frame: HTMLElement
  readonly choice: Choice | null
  readonly onOpen: (connectorId: string) => void
  readonly onVisible: (sight: VisibleRows) => void
}

type OverviewRowProps = Pick<OverviewRowsProps, 'columns' | 'tracks' | 'choice' | 'onOpen'> & {
  /** Undefined while it is on its way. */
  readonly item: OverviewItem | undefined
  readonly hoursSince: string
  /** Of all, counted from 0. */
  readonly index: number
  /** Whether it is the one in the tab order. */
  readonly isReached: boolean
  readonly onReach?: () => void
  readonly onWalk?: (event: KeyboardEvent) => void
  readonly ref?: Ref<HTMLDivElement>
}

/** CSS pixels of a row that was never measured. */
export const usualHeight = 40

export function OverviewRow(props: OverviewRowProps) {
  const { item, index, isReached, columns, tracks, choice, hoursSince, onOpen, onReach, onWalk, ref } = props
  const isChosen = item !== undefined && choice?.isChosen(item.id) === true
  return (
    <Group role="rowgroup" ref={ref} data-index={index}>
      <OverviewLine
        role="row"
        tabIndex={isReached ? 0 : -1}
        aria-rowindex={index + 2}
        aria-busy={item === undefined}
        aria-selected={choice === null || item === undefined ? undefined : isChosen}
        $tracks={tracks}
        $canOpen={item !== undefined}
        $condition={item?.condition}
        onFocus={onReach}
        onKeyDown={onWalk}
        onClick={({ target }) => {
          if (item !== undefined && !(target instanceof Element && target.closest('a, button, label, [popover]'))) onOpen(item.id)
        }}
      >
        {item === undefined ? (
          <Slot role="gridcell" data-column="name" aria-colspan={columns.length + (choice === null ? 0 : 1)}>
            {messages.loadingRow}
          </Slot>
        ) : (
          <>
            {choice === null ? null : (
              <Tick role="gridcell">
                <label>
                  <input
                    type="checkbox"
                    tabIndex={isReached ? 0 : -1}
                    aria-label={messages.choose(item.name)}
                    checked={isChosen}
                    disabled={!choice.isOpen || (choice.isFull && !isChosen)}
                    onChange={() => choice.onTurn(item)}
                  />
                </label>
              </Tick>
            )}
            <OverviewValues item={item} columns={columns} hoursSince={hoursSince} />
          </>
        )}
      </OverviewLine>
    </Group>
  )
}

type OverviewValuesProps = Pick<OverviewRowProps, 'columns' | 'hoursSince'> & { readonly item: OverviewItem }

/** Drawn anew only when what it shows has changed: a list is read every few seconds, and most of its connectors are as they were. */
const OverviewValues = memo(
  ({ item, columns, hoursSince }: OverviewValuesProps) =>
    columns.map(({ id, isNumeric = false, draw }, at) => (
      <Slot key={id} role="gridcell" data-column={id} data-numeric={isNumeric} $isApart={isApart(columns, at)}>
        {draw(item, hoursSince)}
      </Slot>
    )),
  (before, after) =>
    before.columns === after.columns &&
    before.hoursSince === after.hoursSince &&
    (before.item === after.item || JSON.stringify(before.item) === JSON.stringify(after.item)),
)

/** Rows that a screen may show. */
export const screenful = 12

/** What stands there until all rows can be scrolled through. None of them is in the tab order: the focus would go with it. */
export function FirstRows({ page: { items, offset, hoursSince }, columns, tracks, choice, onOpen }: OverviewRowsProps) {
  return (
    // As high as all that were read, so that nothing below moves.
    <Rows style={{ paddingBottom: Math.max(0, items.length - screenful) * usualHeight }}>
      {items.slice(0, screenful).map((item, at) => (
        <OverviewRow
          key={item.id}
          {...{ item, hoursSince, columns, tracks, choice, onOpen }}
          index={offset + at}
          isReached={false}
        />
      ))}
    </Rows>
  )
}
