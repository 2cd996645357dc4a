/** What stands on the paper: the source, what enrichments add to its records, and the destination. */

import { holds } from '#contract/builder/suggestions/within.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'
import { listHeight } from './geometry.ts'

export type Structure = {
  readonly id: string
  readonly side: Side
  readonly title: string
  readonly fields: readonly ShapeField[]
  /** Height of the list of fields, in CSS pixels of the unzoomed paper. */
  readonly list: number
}

/** An enrichment, and where in the record it puts what it found. */
export type LookupPlace = { readonly id: string; readonly title: string; readonly targetPath: string }

export function structuresOf(
  fields: Readonly<Record<Side, readonly ShapeField[]>>,
  lookups: readonly LookupPlace[],
  titles: Readonly<Record<Side, string>>,
): Structure[] {
  const lookupOf = (path: string) => lookups.find(({ targetPath }) => targetPath === path || holds(targetPath, path))
  const own = fields.source.filter(({ path }) => lookupOf(path) === undefined)
  const added = lookups.map(({ id, title }): Structure => {
    const found = fields.source.filter(({ path }) => lookupOf(path)?.id === id)
    return { id: `lookup ${id}`, side: 'source', title, fields: found, list: listHeight.lookup }
  })
  return [
    { id: 'source', side: 'source', title: titles.source, fields: own, list: listHeight.side },
    ...added.filter((it) => it.fields.length > 0),
    { id: 'target', side: 'target', title: titles.target, fields: fields.target, list: listHeight.side },
  ]
}
