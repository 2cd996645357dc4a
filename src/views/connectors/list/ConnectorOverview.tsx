import { useSelector } from '@xstate/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { type Condition, conditions } from '#contract/connectors/list/connector-condition.ts'
import { filtersNothing, noFilter } from '#contract/connectors/list/connector-selection.ts'
import type { OverviewActor } from '#src/machines/connectors/list/overview.machine.ts'
import { selectPage, selectProblem } from '#src/machines/connectors/list/overview.machine.ts'
import { filterIn } from '#src/machines/connectors/list/overview-place.ts'
import { type VisibleRows, windowFor } from '#src/machines/connectors/list/window.ts'
import { narrow, space, unseen } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Age, Frame, Refresh, Skeleton } from '../../kit/layout/ListParts.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import type { Choice } from './OverviewRow.tsx'
import { OverviewTable } from './OverviewTable.tsx'
import { overviewMessages as messages } from './overview.messages.ts'

type ConnectorOverviewProps = Pick<ComponentProps<typeof OverviewTable>, 'rows' | 'columns'> & {
  readonly actor: OverviewActor
  readonly onOpen: (connectorId: string) => void
  /** How rows are chosen; without it they are not. */
  readonly choice?: Choice | null
  /** Choice of columns and file, beside Refresh. */
  readonly tools?: ReactNode
  /** What can be done to those that are chosen. */
  readonly children?: ReactNode
  /** Drawn where the person has no connector at all. */
  readonly empty: ReactNode
}

/** Conditions whose filter is drawn although no connector is in them. */
const usual: readonly Condition[] = ['failing', 'degraded', 'healthy', 'paused', 'draft']

/** The connectors that a person sees, each in one line: how it does, from where to where, what its last run moved and when it runs next. */
export function ConnectorOverview(props: ConnectorOverviewProps) {
  const { actor, rows, columns, onOpen, choice = null, tools, children, empty } = props
  const id = useId()
  const query = useContextOf(actor, 'query')
  const page = useSelector(actor, selectPage)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useIsBusy(actor)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canRefresh = useCan(actor, { type: 'user.refreshed' })
  const see = (sight: VisibleRows) => {
    const { offset, page: known } = actor.getSnapshot().context
    const wanted = known === null ? null : windowFor(sight, offset, known.total)
    if (wanted !== null) actor.send({ type: 'user.scrolled', offset: wanted })
  }
  const counts = page?.summary.counts ?? []
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const isAll = filtersNothing(filterIn(query))
  if (page !== null && all === 0 && isAll) return empty
  const countOf = (condition: Condition) => counts.find((it) => it.condition === condition)?.count ?? 0
  const shown = conditions.filter((it) => usual.includes(it) || countOf(it) > 0 || query.condition === it)
  return (
    <Close aria-label={messages.name} aria-busy={isBusy}>
      <Toolbar
        tools={
          <>
            {tools}
            <Refresh
              name={messages.name}
              isTurning={isBusy && page !== null}
              isBlocked={!canRefresh}
              onPress={() => actor.send({ type: 'user.refreshed' })}
            />
          </>
        }
      >
        <Search
          id={id}
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          value={query.search}
          onChange={({ target }) => actor.send({ type: 'user.sought', text: target.value })}
        />
        <FilterChips
          label={messages.filter}
          options={[
            { value: everything, name: messages.all, count: page === null ? null : all },
            ...shown.map((value) => ({ value, name: messages.conditions[value], count: page === null ? null : countOf(value) })),
          ]}
          value={query.condition ?? everything}
          onChoose={(value) =>
            actor.send({ type: 'user.filtered', filter: { condition: value === everything ? noFilter.condition : value } })
          }
        />
      </Toolbar>
      <Found role="status">{page === null ? null : messages.found(page.total)}</Found>
      {children}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {problem === null || page === null ? null : <Age readAt={page.readAt} />}
      {page === null ? (
        problem === null ? (
          <Skeleton name={messages.name} />
        ) : null
      ) : page.total === 0 ? (
        <EmptyState title={messages.nothingFound}>
          <p>{messages.noneSuch(query.search.trim(), query.condition === null ? '' : messages.conditions[query.condition])}</p>
          <Button onPress={() => actor.send({ type: 'user.filtered', filter: noFilter })}>{messages.clear}</Button>
        </EmptyState>
      ) : (
        <OverviewTable
          rows={rows}
          columns={columns}
          page={page}
          query={query}
          choice={choice}
          onSort={(by) => actor.send({ type: 'user.sorted', by })}
          onOpen={onOpen}
          onVisible={see}
        />
      )}
    </Close>
  )
}

const everything = 'all'

/** The table begins right below what it is filtered with. */
const Close = styled(Frame)`
  gap: ${space[4]};
  margin-top: ${space[8]};
`

const Search = styled(SearchBox)`
  flex: 0 1 15rem;
  min-width: 12rem;

  ${narrow} {
    flex: 1 1 12rem;
  }
`

const Found = styled.p`
  ${unseen}
`
