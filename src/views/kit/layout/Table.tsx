import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import { rowHeight } from '#src/theme/theme.ts'
import { partMessages as messages } from '../parts.messages.ts'
import { PhoneSort } from '../table/PhoneSort.tsx'
import { type PhonePlace, phonePlaces } from '../table/phone-places.ts'
import { PhoneCell, PhoneLine, WholeCell } from '../table/phone-row.ts'
import {
  Frame,
  Group,
  Head,
  Header,
  isApart,
  Label,
  Line,
  Note,
  Opened,
  Rows,
  SortButton,
  tracksOf,
  Value,
  Wide,
} from './table-frame.ts'

export type Column<Row> = {
  readonly id: string
  readonly title: string
  /** A grid track: `minmax(8rem, 2fr)`. */
  readonly width: string
  readonly isNumeric?: boolean
  readonly canSort?: boolean
  /** Where it stands on a narrow screen, if not where `phonePlaces` puts it. */
  readonly onPhone?: PhonePlace
  readonly draw: (row: Row) => ReactNode
  /** For a file; what has no text leaves its cells empty there. */
  readonly text?: (row: Row) => string | number | null
}

export type Sort = { readonly by: string; readonly direction: 'ascending' | 'descending' }

type TableProps<Row> = {
  readonly name: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly sort?: Sort
  readonly onSort?: (by: string) => void
  /** Enter or a click on a row. */
  readonly onOpen?: (row: Row) => void
  /** What stands under the row that is open. */
  readonly openKey?: string | null
  readonly drawOpened?: (row: Row) => ReactNode
  /** Rows keep to one line: values that may be longer say their whole text on hover. */
  readonly isOneLine?: boolean
  /** What is cut in a row, in full: shown while the keyboard is on the row, until Escape. */
  readonly drawNote?: (row: Row) => ReactNode
}

/** Rows in the DOM beyond those in sight. */
const overscan = 8
const page = 10

/**
 * A table that draws only the rows in sight. One row is in the tab order; arrows, Home, End, Page Up and Page Down go through them.
 * On a narrow screen a row has two or three lines; its other values are shown when it is expanded or opened.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { name, rows, columns, keyOf, sort, onSort, onOpen, openKey, drawOpened, isOneLine = false, drawNote } = props
  const frame = useRef<HTMLDivElement>(null)
  const [reachedKey, setReachedKey] = useState<string | null>(null)
  const [quietKey, setQuietKey] = useState<string | null>(null)
  const reached = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === reachedKey),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan,
  })
  const shown = virtual.getVirtualItems()
  const [wholeKeys, setWholeKeys] = useState<ReadonlySet<string>>(new Set())
  const turnWhole = (key: string) =>
    setWholeKeys((keys) => (keys.has(key) ? new Set([...keys].filter((it) => it !== key)) : new Set([...keys, key])))
  const places = phonePlaces(columns)
  // A row that opens below shows them then.
  const hasMore = drawOpened === undefined && places.includes('rest')
  const sortable = onSort === undefined ? [] : columns.filter(({ canSort }) => canSort)
  const tracks = tracksOf(columns)

  const reach = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (row === undefined) return
    setReachedKey(keyOf(row))
    virtual.scrollToIndex(rows.indexOf(row))
    // The row is drawn once the scroll has moved the window.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(keyOf(row))}"]`)?.focus())
  }

  const walk = (event: KeyboardEvent, row: Row) => {
    if (event.target !== event.currentTarget) return
    const steps: Record<string, number> = {
      ArrowDown: reached + 1,
      ArrowUp: reached - 1,
      PageDown: reached + page,
      PageUp: reached - page,
      Home: 0,
      End: rows.length - 1,
    }
    const target = steps[event.key]
    if (target !== undefined) reach(target)
    else if (event.key === 'Escape') return setQuietKey(keyOf(row))
    else if ((event.key === 'Enter' || event.key === ' ') && onOpen) onOpen(row)
    else return
    event.preventDefault()
  }

  return (
    <>
      {sortable.length === 0 || onSort === undefined ? null : <PhoneSort columns={sortable} sort={sort} onSort={onSort} />}
      <Frame
        ref={frame}
        $rows={rows.length}
        role={drawOpened === undefined ? 'grid' : 'treegrid'}
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
      >
        <Header role="rowgroup">
          <Line role="row" aria-rowindex={1} $tracks={tracks} $isHead>
            {columns.map((column, at) => (
              <Head
                key={column.id}
                role="columnheader"
                aria-colindex={at + 1}
                $isNumeric={column.isNumeric ?? false}
                $isApart={isApart(columns, at)}
                aria-sort={sort?.by === column.id ? sort.direction : undefined}
              >
                {column.canSort && onSort ? (
                  <SortButton type="button" onClick={() => onSort(column.id)}>
                    {column.title}
                    {sort?.by === column.id ? <SortMark direction={sort.direction} /> : null}
                  </SortButton>
                ) : (
                  column.title
                )}
              </Head>
            ))}
          </Line>
        </Header>
        <Rows style={{ paddingTop: shown[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (shown.at(-1)?.end ?? 0) }}>
          {shown.map(({ index, key }) => {
            const row = rows[index] as Row
            const isOpen = drawOpened !== undefined && openKey === keyOf(row)
            const isWhole = isOpen || wholeKeys.has(keyOf(row))
            return (
              <Group key={key} role="rowgroup" ref={virtual.measureElement} data-index={index}>
                <PhoneLine
                  role="row"
                  tabIndex={index === reached ? 0 : -1}
                  data-key={keyOf(row)}
                  aria-rowindex={index + 2}
                  aria-level={drawOpened === undefined ? undefined : 1}
                  aria-expanded={drawOpened === undefined ? undefined : isOpen}
                  $tracks={tracks}
                  $canOpen={onOpen !== undefined}
                  $isOneLine={isOneLine}
                  onFocus={() => {
                    setReachedKey(keyOf(row))
                    setQuietKey(null)
                  }}
                  onKeyDown={(event) => walk(event, row)}
                  onClick={(event) => {
                    if (!(event.target instanceof Element && event.target.closest('a, button, summary, label'))) onOpen?.(row)
                  }}
                >
                  {columns.map((column, at) => (
                    <PhoneCell
                      key={column.id}
                      role="gridcell"
                      aria-colindex={at + 1}
                      $isNumeric={column.isNumeric ?? false}
                      $isApart={isApart(columns, at)}
                      $place={places[at] ?? 'rest'}
                      $isWhole={isWhole}
                    >
                      <Label aria-hidden="true">{column.title}</Label>
                      <Value>{column.draw(row)}</Value>
                    </PhoneCell>
                  ))}
                  {hasMore ? (
                    <WholeCell role="gridcell" aria-colindex={columns.length}>
                      <button
                        type="button"
                        aria-label={messages.allValues}
                        aria-expanded={isWhole}
                        onClick={() => turnWhole(keyOf(row))}
                      >
                        <ChevronDown aria-hidden="true" />
                      </button>
                    </WholeCell>
                  ) : null}
                  {drawNote === undefined || quietKey === keyOf(row) ? null : <Note aria-hidden="true">{drawNote(row)}</Note>}
                </PhoneLine>
                {isOpen ? (
                  <Opened role="row" aria-level={2}>
                    <Wide role="gridcell" aria-colspan={columns.length}>
                      {drawOpened(row)}
                    </Wide>
                  </Opened>
                ) : null}
              </Group>
            )
          })}
        </Rows>
      </Frame>
    </>
  )
}

function SortMark({ direction }: { readonly direction: Sort['direction'] }) {
  return direction === 'ascending' ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />
}
