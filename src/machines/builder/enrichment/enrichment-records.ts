/** The records that an enrichment is tried with, and what it is known to add to them. */
import { type RecordShape, type ShapeField, storedBytesMax } from '#contract/connectors/config/shape.ts'
import type { Draft } from '../draft/draft.ts'

type Known = Pick<Draft, 'config' | 'shapes'>

/** As the enrichment would meet them: after the one before it, where that was tried. */
export function recordsFor({ config: { enrichment }, shapes }: Known, id: string): readonly unknown[] {
  const before = enrichment
    .slice(
      0,
      enrichment.findIndex((item) => item.id === id),
    )
    .toReversed()
  const enriched = before.map((item) => shapes.enrichment?.[item.id]?.examples ?? []).find((examples) => examples.length > 0)
  return enriched ?? shapes.source?.examples ?? []
}

/** Paths whose values can be asked with: of the source and of the enrichments before this one. */
export function pathsFor({ config: { enrichment }, shapes }: Known, id: string): readonly string[] {
  const before = enrichment.slice(
    0,
    enrichment.findIndex((item) => item.id === id),
  )
  const known = [shapes.source, ...before.map((item) => shapes.enrichment?.[item.id])]
  return known
    .flatMap((shape) => shape?.fields ?? [])
    .filter(({ path, types }) => !path.includes('[*]') && !types.every((type) => type === 'object' || type === 'array'))
    .map(({ path }) => path)
}

const isInside = (path: string, targetPath: string) =>
  path === targetPath || path.startsWith(`${targetPath}.`) || path.startsWith(`${targetPath}[`)

/**
 * The fields that enrichments add, in their order. Paths are relative to the enriched record, so each begins with the target path of its
 * enrichment. What was found for another target path than the present one is left out until it is tested again.
 */
export const enrichedFields = ({ config: { enrichment }, shapes }: Known): readonly ShapeField[] =>
  enrichment.flatMap(({ id, lookup }) =>
    lookup === undefined ? [] : fieldsInside(shapes.enrichment?.[id]?.fields ?? [], lookup.targetPath),
  )

const fieldsInside = (fields: readonly ShapeField[], targetPath: string) =>
  fields.filter(({ path }) => isInside(path, targetPath))

/** Of an enriched record, what is at the target path. One record proves no field to be there always. */
export function foundShape(shape: RecordShape, targetPath: string): RecordShape {
  const examples = JSON.stringify(shape.examples).length > storedBytesMax ? [] : shape.examples
  return {
    ...shape,
    examples,
    fields: fieldsInside(shape.fields, targetPath).map((field) => ({ ...field, isRequired: false })),
  }
}
