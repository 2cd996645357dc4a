import { useSelector } from '@xstate/react'
import { lazy, Suspense, useContext, useMemo } from 'react'
import { suggest } from '#contract/builder/suggestions/suggestions.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { withOperationFields } from '#contract/connectors/config/operations/record-urls.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { recordNounOf } from '#contract/connectors/runs/record-noun.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingInput } from '#src/machines/builder/mapping/mapping.context.ts'
import { selectTarget } from '#src/machines/builder/mapping/rule.machine.ts'
import { linedShapes, mappedFields } from '#src/machines/builder/records/lined.ts'
import type { RoutesActor } from '#src/machines/builder/routes/routes.machine.ts'
import { liveMappingMachine, liveRuleMachine, lookupsFor } from '#src/services/builder/mapping.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate, usePathname, useSearch } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Segmented } from '../../kit/controls/Segmented.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import type { StepProps } from '../draft/builder-step.ts'
import { groupMessages } from '../records/group.messages.ts'
import { RecordsBarMount } from '../records/RecordsBarMount.tsx'
import { SampleGroups } from '../records/sample-groups.ts'
import { GoesTo } from '../routes/GoesTo.tsx'
import type { RoutedProps } from '../routes/RoutedStep.tsx'
import { routesMessages } from '../routes/routes.messages.ts'
import { useRoutes } from '../routes/use-routes.ts'
import { CopyMapping } from './CopyMapping.tsx'
import { canvasMessages } from './canvas/canvas.messages.ts'
import { MappingBoard } from './MappingBoard.tsx'
import { MappingTable } from './MappingTable.tsx'
import { mappingMessages, mappingMessages as messages } from './mapping.messages.ts'

const RuleSheet = lazy(async () => ({ default: (await import('./RuleSheet.tsx')).RuleSheet }))
const Canvas = lazy(async () => ({ default: (await import('./canvas/CanvasMount.tsx')).CanvasMount }))

const GroupedStep = lazy(async () => ({ default: (await import('../records/GroupedStep.tsx')).GroupedStep }))
const RoutedStep = lazy(async () => ({ default: (await import('../routes/RoutedStep.tsx')).RoutedStep }))

/** Which records go where, and which field fills which. */
export function MappingStep(props: StepProps) {
  const { actor, draft } = props
  const { source } = draft.shapes
  const names = useMemo(() => namesOf(source?.fields ?? []), [source])
  const { group } = draft.config.records ?? {}
  const routes = useRoutes(actor, draft)
  return (
    <>
      <RecordsBarMount builder={actor} draft={draft} fields={names}>
        <GoesTo actor={actor} draft={draft} routes={routes} />
      </RecordsBarMount>
      {group === undefined ? (
        <Destinations {...props} routesActor={routes} />
      ) : (
        <Suspense fallback={<Spinner label={groupMessages.trying} />}>
          <GroupedStep key={JSON.stringify([draft.config.records, source?.takenAt])} builder={actor} draft={draft} group={group}>
            <Destinations {...props} routesActor={routes} />
          </GroupedStep>
        </Suspense>
      )}
    </>
  )
}

const namesOf = (fields: readonly ShapeField[]) => fields.map(({ path }) => path).filter((it) => !it.includes('[*]'))

function Destinations(props: StepProps & { readonly routesActor: RoutesActor }) {
  const { draft } = props
  const names = useMemo(() => namesOf(linedShapes(draft).source?.fields ?? []), [draft])
  if (draft.config.routes === undefined) return <MappingOfOne {...props} />
  return (
    <Suspense fallback={<Spinner label={routesMessages.trying} />}>
      <RoutedStep {...props} one={MappingOfOne} fields={names} />
    </Suspense>
  )
}

/** The mapping of one destination, opened again with other fields when records become lines or groups, or records again. */
function MappingOfOne(props: RoutedProps) {
  const { each, group } = props.draft.config.records ?? {}
  return <MappingOfFields key={each === undefined && group === undefined ? '' : JSON.stringify([each, group])} {...props} />
}

/** As a table, or on a canvas. What is shown stands in the address. */
function MappingOfFields({ actor: builder, draft, copies = [], name }: RoutedProps) {
  const access = useAccess()
  const asked = new URLSearchParams(useSearch())
  const groups = useContext(SampleGroups)
  const actor = useMachine(() => liveMappingMachine(access, builder), [access, builder], {
    ...inputOf(draft, groups),
    sought: asked.get('field') ?? '',
  })
  const rules = useMachine(() => liveRuleMachine(access, actor, builder), [access, actor, builder])
  const saved = useContextOf(rules, 'rules')
  const edges = useContextOf(actor, 'edges')
  const { source, destination } = useSelector(actor, ({ context }) => context.shapes)
  const record = recordNounOf(draft.config.source, draft.config.trigger.type === 'webhook').one
  const suggestions = useMemo(() => {
    const taken = { targets: new Set(edges.map(targetOf)), record }
    return suggest(source?.fields ?? [], destination?.fields ?? [], source?.examples ?? [], taken)
  }, [edges, source, destination, record])
  const isOpen = useSelector(rules, (snapshot) => selectTarget(snapshot) !== null)
  const uses = useMemo(() => usesOf(edges), [edges])
  const path = usePathname()
  const isCanvas = asked.get('view') === 'canvas'
  const { enrichment } = draft.config
  const lookups = useMemo(() => lookupsOf(enrichment), [enrichment])
  const table = (
    <MappingTable
      actor={actor}
      suggestions={suggestions}
      rules={saved}
      onRule={(target) => rules.send({ type: 'user.opened', ...target })}
      hasFormulas
    />
  )
  return (
    <>
      {lookupsFor(draft.config, edges).length > 0 ? <Hint>{messages.asksEnrichments}</Hint> : null}
      <MappingBoard
        actor={actor}
        suggestions={suggestions}
        views={
          <>
            <ViewSwitch isCanvas={isCanvas} onSwitch={(it) => navigate(viewAt(path, asked, it), { replace: true })} />
            {copies.length === 0 ? null : <CopyMapping actor={actor} from={copies} />}
          </>
        }
      >
        {isCanvas ? (
          <Suspense fallback={<Spinner label={canvasMessages.opening} />}>
            <Canvas actor={actor} lookups={lookups} destination={name} table={table} />
          </Suspense>
        ) : (
          table
        )}
      </MappingBoard>
      {isOpen ? (
        <Suspense fallback={null}>
          <RuleSheet actor={rules} uses={uses} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The address of the table or the canvas, of the same destination. */
function viewAt(path: string, asked: URLSearchParams, isCanvas: boolean): string {
  const search = new URLSearchParams(asked)
  if (isCanvas) search.set('view', 'canvas')
  else search.delete('view')
  return search.size === 0 ? path : `${path}?${search}`
}

/** Fields that enrichments add are offered among those of the source, and what the URL needs is a required field of the destination. */
function inputOf(draft: Draft, groups: readonly unknown[]): MappingInput {
  const { config } = draft
  const shapes = withOperationFields(linedShapes(draft), config.destination.operation)
  const { isList = false, listPath = '' } = config.source
  const examples = config.records?.group === undefined ? (shapes.source?.examples ?? []) : [...groups]
  const source = shapes.source && { ...shapes.source, fields: [...mappedFields(draft)], examples }
  return { edges: config.dataMapping, shapes: source ? { ...shapes, source } : shapes, isList, listPath }
}

const lookupsOf = (enrichment: Draft['config']['enrichment']) =>
  enrichment.flatMap(({ id, title, lookup }) =>
    lookup === undefined ? [] : { id, title: title ?? id, targetPath: lookup.targetPath },
  )

/** Lines that use a saved transform, by its id. */
function usesOf(edges: readonly MappingEdge[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { ruleId } of edges) if (ruleId !== undefined) uses.set(ruleId, (uses.get(ruleId) ?? 0) + 1)
  return uses
}

const { label, table, canvas } = mappingMessages.views

type ViewSwitchProps = { readonly isCanvas: boolean; readonly onSwitch: (isCanvas: boolean) => void }

/** Table or canvas: both show the same mapping. */
function ViewSwitch({ isCanvas, onSwitch }: ViewSwitchProps) {
  return (
    <Segmented
      label={label}
      options={{ table, canvas }}
      value={isCanvas ? 'canvas' : 'table'}
      onChoose={(view) => onSwitch(view === 'canvas')}
    />
  )
}
