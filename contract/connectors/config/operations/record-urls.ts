/** What follows from the operation of a destination: whether each record has its own URL, and which fields it needs. */
import type { DraftShapes } from '../shape.ts'
import type { Operation, OperationKind } from './operation.ts'

/** Whether the operation changes the one thing that its URL names. */
export const namesItem = (kind: OperationKind): boolean => kind === 'update' || kind === 'delete'

/** Whether each record has a URL of its own, so that each is sent by itself. */
export const addressesEach = (operation: Operation | undefined): boolean => (operation?.parameters.length ?? 0) > 0

/** Whether records cannot share a request: each has its own URL, names what is deleted, or is a form. */
export const needsEachRecord = (operation: Operation | undefined): boolean =>
  addressesEach(operation) || (operation !== undefined && (namesItem(operation.do) || operation.bodyFormat === 'form'))

/** The shape of a destination with the fields that its URL and headers need, as required ones. */
export function withOperationFields(shapes: DraftShapes, operation: Operation | undefined): DraftShapes {
  const known = shapes.destination ?? { fields: [], examples: [], origin: 'typed' as const, takenAt: new Date(0).toISOString() }
  const needed = new Set((operation?.parameters ?? []).map(({ field }) => field))
  if (needed.size === 0) return shapes
  const fields = known.fields.map((field) => (needed.has(field.path) ? { ...field, isRequired: true } : field))
  const paths = new Set(fields.map(({ path }) => path))
  const added = [...needed].filter((path) => !paths.has(path))
  return {
    ...shapes,
    destination: { ...known, fields: [...fields, ...added.map((path) => ({ path, types: ['any' as const], isRequired: true }))] },
  }
}
