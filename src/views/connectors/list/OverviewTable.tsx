import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentType, Suspense, useMemo, useState } from 'react'
import styled from 'styled-components'

import type { OverviewSort } from '#contract/connectors/list/connector-overview.ts'
import type { OverviewPage } from '#src/machines/connectors/list/overview.machine.ts'
import type { OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'
import type { VisibleRows } from '#src/machines/connectors/list/window.ts'
import { unseen } from '#src/theme/theme.ts'
import { Tick } from '../../kit/controls/tick.ts'
import { Head, isApart, Line, Frame as Scrolled, SortButton, tracksOf } from '../../kit/layout/table-frame.ts'
import { type OverviewColumn, withMenu } from './OverviewCells.tsx'
import { type Choice, FirstRows, type OverviewRowsProps } from './OverviewRow.tsx'
import { overviewMessages as messages } from './overview.messages.ts'
import { Top } from './overview-frame.ts'

type OverviewTableProps = {
  /** Draws all rows; until it is loaded the first ones stand there. */
  readonly rows: ComponentType<OverviewRowsProps>
  /** Without the menu of each row. */
  readonly columns: readonly OverviewColumn[]
  readonly page: OverviewPage
  readonly query: OverviewQuery
  readonly choice: Choice | null
  /** Null where the order is not a person's to choose. */
  readonly onSort: ((by: OverviewSort) => void) | null
  readonly onOpen: (connectorId: string) => void
  readonly onVisible: (sight: VisibleRows) => void
}

const Title = styled.span<{ readonly $isUnseen: boolean }>`
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

/** As high as a window less its header: the rest of the rows is scrolled to. */
const Frame = styled(Scrolled)`
  max-height: calc(100dvh - 8rem);
`

/** One row is in the tab order; arrows, Home, End, Page Up and Page Down go through all of them. On a narrow screen each row is a card. */
export function OverviewTable(props: OverviewTableProps) {
  const { rows: AllRows, page, query, choice, onSort, onOpen, onVisible } = props
  const columns = useMemo(() => withMenu(props.columns), [props.columns])
  const tracks = tracksOf(columns)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const all = choice === null ? tracks : `1rem ${tracks}`
  const parts = frame === null ? null : { page, columns, tracks: all, frame, choice, onOpen, onVisible }
  return (
    <Frame
      ref={setFrame}
      role="grid"
      aria-label={messages.table}
      aria-multiselectable={choice === null ? undefined : true}
      aria-rowcount={page.total + 1}
      aria-colcount={columns.length + (choice === null ? 0 : 1)}
    >
      <Top role="rowgroup">
        <Line role="row" aria-rowindex={1} $tracks={all} $isHead>
          {choice === null ? null : (
            <Tick role="columnheader">
              <label>
                <input
                  type="checkbox"
                  aria-label={messages.chooseAll}
                  checked={choice.count > 0}
                  disabled={!choice.isOpen}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = choice.count > 0 && choice.count < page.total
                  }}
                  onChange={choice.count > 0 ? choice.onNone : choice.onAll}
                />
              </label>
            </Tick>
          )}
          {columns.map(({ id, title, sort, isNumeric = false }, at) => (
            <Head
              key={id}
              role="columnheader"
              $isNumeric={isNumeric}
              $isApart={isApart(columns, at)}
              aria-sort={query.sort === sort ? query.direction : undefined}
            >
              {sort === null || onSort === null ? (
                <Title $isUnseen={id === 'more'}>{title}</Title>
              ) : (
                <SortButton type="button" onClick={() => onSort(sort)}>
                  {title}
                  {query.sort === sort ? (
                    query.direction === 'ascending' ? (
                      <ArrowUp aria-hidden="true" />
                    ) : (
                      <ArrowDown aria-hidden="true" />
                    )
                  ) : null}
                </SortButton>
              )}
            </Head>
          ))}
        </Line>
      </Top>
      {parts === null ? null : (
        <Suspense fallback={<FirstRows {...parts} />}>
          {/* Another question begins with its first row. */}
          <AllRows key={JSON.stringify(query)} {...parts} />
        </Suspense>
      )}
    </Frame>
  )
}
