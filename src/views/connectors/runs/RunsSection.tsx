import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { type ListedRun, type RunFilter, type RunPage, runFilters } from '#contract/connectors/runs/run-list.ts'
import { periods } from '#contract/kit/time-range.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { runsMachine } from '#src/services/connectors/runs/run-list.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import type { Column } from '../../kit/layout/Table.tsx'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { ColumnTools } from '../../kit/table/ColumnTools.tsx'
import { useColumns } from '../../kit/table/use-columns.ts'
import { usePlace } from '../../kit/use-place.ts'
import type { RangeCode } from './RangeSelect.tsx'
import { runColumns, runColumnsOfAll } from './RunColumns.tsx'
import { RunTable } from './RunTable.tsx'
import { runMessages } from './run.messages.ts'
import { runHref } from './run-links.ts'
import { type TimeChoice, useTimeChoice } from './use-time-choice.ts'

type RunsSectionProps = {
  /** Of this connector only; without one the runs of all, each with its connector. */
  readonly connectorId?: string
  /** Part of the names of connectors. */
  readonly search?: string
  /** What stands there before there is a run. */
  readonly empty: ReactNode
}

const { filters: names } = runMessages
const runsPerPage = 20
const presets = periods.filter(({ code }) => code !== 'custom').map(({ code, label }) => [code, label] as const)
const ranges = Object.fromEntries([['any', runMessages.range.any], ...presets]) as Record<RangeCode, string>
const customRange = periods.find(({ code }) => code === 'custom')?.label ?? ''

/** Runs, newest first, by result and time; the filters and the page stand in the address. */
export function RunsSection(props: RunsSectionProps) {
  const { read, page } = usePlace()
  const { choice } = useTimeChoice()
  const filter = runFilters.find((it) => it === read('result'))
  return <PageOfRuns key={JSON.stringify([page, filter, choice, props.search])} {...{ ...props, page, filter, choice }} />
}

type PageOfRunsProps = RunsSectionProps & {
  readonly page: number
  readonly filter: RunFilter | undefined
  readonly choice: TimeChoice | null
}

function PageOfRuns({ connectorId, search, empty, page, filter, choice }: PageOfRunsProps) {
  const access = useAccess()
  const { move } = usePlace()
  const { choose } = useTimeChoice()
  const { past, from, to } = choice ?? {}
  const query = { connectorId, search, filter, past, from, to, page, limit: runsPerPage }
  const actor = useMachine(() => runsMachine(access), [access], { query })
  const columns = useColumns<ListedRun, Column<ListedRun>>(
    connectorId === undefined ? 'runs' : 'connector-runs',
    connectorId === undefined ? runColumnsOfAll : runColumns,
  )
  const save = () => columns.save(selectPage<RunPage>(actor.getSnapshot())?.items[0]?.data ?? [])
  const counts = useSelector(actor, (snapshot) => selectPage<RunPage>(snapshot)?.items[0]?.counts ?? null)
  const countOf = (wanted: RunFilter) => counts?.find((it) => it.filter === wanted)?.count ?? null
  const all = counts?.reduce((sum, { count }) => sum + count, 0) ?? null
  return (
    <RunTable
      actor={actor}
      columns={columns.shown}
      isFiltered={filter !== undefined || choice !== null || (search ?? '') !== ''}
      empty={empty}
      page={page}
      pageSize={runsPerPage}
      onPage={(it) => move({ page: String(it) })}
      onOpen={(run) => navigate(runHref(run.connectorId, run.runId))}
      filters={
        <FilterChips
          label={runMessages.table.columns.result}
          options={[
            { value: 'all', name: names.all, count: all },
            ...runFilters.map((it) => ({ value: it, name: names[it], count: countOf(it) })),
          ]}
          value={filter ?? 'all'}
          onChoose={(it) => move({ result: it === 'all' ? null : it, page: null })}
        />
      }
      range={
        <>
          <ToolbarSelect<RangeCode>
            label={runMessages.range.label}
            options={choice?.code === 'custom' ? { ...ranges, custom: customRange } : ranges}
            value={choice?.code ?? 'any'}
            onChoose={choose}
          />
          <ColumnTools columns={columns} onSave={save} />
        </>
      }
    />
  )
}
