/** What the steps after the records know of a draft: the fields and samples of its lines. Pure. */
import { linedShape } from '#contract/builder/sample-lines.ts'
import type { Draft } from '../draft/draft.ts'

type Known = Pick<Draft, 'config' | 'shapes'>

/** The shapes of a draft as its mapping meets them: of lines, where each item of a list is one. */
export function linedShapes({ config: { records }, shapes }: Known): Draft['shapes'] {
  const { source } = shapes
  return records?.each === undefined || source === undefined ? shapes : { ...shapes, source: linedShape(source, records.each) }
}
