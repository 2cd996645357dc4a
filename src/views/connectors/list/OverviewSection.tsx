import { useSelector } from '@xstate/react'
import { lazy, useEffect, useState } from 'react'
import styled from 'styled-components'
import { createActor } from 'xstate'
import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import type { BulkMoveActor } from '#src/machines/connectors/list/bulk-move.machine.ts'
import type { OverviewActor } from '#src/machines/connectors/list/overview.machine.ts'
import { selectPage, selectProblem } from '#src/machines/connectors/list/overview.machine.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { narrow } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { firstShown, tellShown } from '../../kit/first-shown.ts'
import { LazySection } from '../../kit/LazySection.tsx'
import { useColumns } from '../../kit/table/use-columns.ts'
import { ConnectorOverview } from './ConnectorOverview.tsx'
import { FewRows } from './FewRows.tsx'
import { dataColumns, type OverviewColumn } from './OverviewCells.tsx'
import type { OverviewRowsProps } from './OverviewRow.tsx'
import { useChoice } from './use-choice.ts'

const Bulk = lazy(async () => ({ default: (await import('./jobs/Bulk.tsx')).Bulk }))

const ColumnTools = lazy(async () => {
  await firstShown
  return { default: (await import('../../kit/table/ColumnTools.tsx')).ColumnTools }
})

const PhoneTools = lazy(async () => {
  await firstShown
  return { default: (await import('./phone/PhoneTools.tsx')).PhoneTools }
})

const OverviewRows = lazy(async () => ({ default: (await import('./OverviewRows.tsx')).OverviewRows }))

/** Rows up to which all of them are drawn. */
const few = 40

/** Most companies have few connectors: only a long list loads what draws the rows in sight. */
function AllRows(props: OverviewRowsProps) {
  const { items, total } = props.page
  return total <= few && items.length === total ? <FewRows {...props} /> : <OverviewRows {...props} />
}

/** The list of connectors, of which many can be paused or resumed at once. */
export function Overview({ overview }: { readonly overview: OverviewActor }) {
  const access = useAccess()
  const bulk = useBulkMove(access, overview)
  const isShown = useSelector(overview, (snapshot) => selectPage(snapshot) !== null || selectProblem(snapshot) !== null)
  const hasJob = useSelector(overview, (snapshot) => selectPage(snapshot)?.summary.bulkJob)
  useEffect(() => {
    if (isShown) tellShown()
  }, [isShown])
  const columns = useColumns<OverviewItem, OverviewColumn>('connectors', dataColumns)
  const choice = useChoice(bulk, () => overview.getSnapshot().context.query)

  return (
    <ConnectorOverview
      actor={overview}
      rows={AllRows}
      columns={columns.shown}
      choice={choice}
      tools={
        <LazySection meanwhile={<ToolsRoom />}>
          <ColumnTools
            isChosenWide
            columns={columns}
            onSave={() => columns.save(selectPage(overview.getSnapshot())?.items ?? [])}
          />
        </LazySection>
      }
      empty={null}
      onOpen={(id) => navigate(`/details/${id}`)}
    >
      <LazySection meanwhile={<PhoneRoom />}>
        <PhoneTools actor={overview} choice={choice} />
      </LazySection>
      {bulk && (choice.count || hasJob || !choice.isOpen) ? (
        <LazySection>
          <Bulk actor={bulk} overview={overview} />
        </LazySection>
      ) : null}
    </ConnectorOverview>
  )
}

/** As wide as the tools that come later, so that nothing beside them moves. */
const ToolsRoom = styled.span`
  width: 4.5rem;

  ${narrow} {
    width: 2rem;
  }
`

/** As high as what sorts the list on a narrow screen. */
const PhoneRoom = styled.i`
  display: none;

  ${narrow} {
    display: block;
    min-height: 2.5rem;
  }
`

/** What chooses and moves many is loaded after the list; without it the boxes stay shut, and the list is a list. */
function useBulkMove(access: Access, overview: OverviewActor): BulkMoveActor | undefined {
  const [bulk, setBulk] = useState<BulkMoveActor>()
  useEffect(() => {
    let own: BulkMoveActor | undefined
    let isHere = true
    const begin = async () => {
      await firstShown
      const { liveBulkMoveMachine } = await import('#src/services/connectors/list/bulk-move.actors.ts')
      if (!isHere) return
      own = createActor(liveBulkMoveMachine(access, overview), { inspect }).start()
      setBulk(own)
    }
    begin().catch(() => {})
    return () => {
      isHere = false
      own?.stop()
      setBulk(undefined)
    }
  }, [access, overview])
  return bulk
}
