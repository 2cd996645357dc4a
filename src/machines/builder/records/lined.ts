/** What the steps after the records know of a draft: the fields and samples of its lines and groups. Pure. */
import { groupedShape } from '#contract/builder/sample-groups.ts'
import { linedShape } from '#contract/builder/sample-lines.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { Draft } from '../draft/draft.ts'
import { enrichedFields } from '../enrichment/enrichment-records.ts'

type Known = Pick<Draft, 'config' | 'shapes'>

/** The shapes of a draft as its mapping meets them: of lines or groups, where records become such. The engine makes the groups, so they have no samples here. */
export function linedShapes(known: Known): Draft['shapes'] {
  const { records } = known.config
  const { source } = known.shapes
  if (source === undefined) return known.shapes
  if (records?.group !== undefined)
    return { ...known.shapes, source: groupedShape({ ...source, fields: ungroupedFields(known) }, records.group, []) }
  return records?.each === undefined ? known.shapes : { ...known.shapes, source: linedShape(source, records.each) }
}

/** The fields that groups read: of records or their lines, with what enrichments add. */
export function ungroupedFields({ config, shapes }: Known): readonly ShapeField[] {
  const { each } = config.records ?? {}
  const fields =
    shapes.source === undefined ? [] : each === undefined ? shapes.source.fields : linedShape(shapes.source, each).fields
  return [...fields, ...enrichedFields({ config, shapes })]
}

/** The fields that a mapping reads, those that enrichments add among them. A group has only its own. */
export const mappedFields = (known: Known): readonly ShapeField[] =>
  known.config.records?.group === undefined ? ungroupedFields(known) : (linedShapes(known).source?.fields ?? [])
