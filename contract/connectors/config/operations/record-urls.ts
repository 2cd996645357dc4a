/** What follows from the operation of a destination: whether each record has its own URL, and which fields it needs. */

import type { DraftShapes } from '../shape.ts'
import { answerPrefix } from './afterwards.ts'
import { fieldsOfTemplate } from './body-template.ts'
import { foundPrefix } from './find.ts'
import type { BodyFormat, Operation, OperationKind } from './operation.ts'

/** Whether the operation changes the one thing that its URL names. */
export const namesItem = (kind: OperationKind): boolean => kind === 'update' || kind === 'delete'

/** Whether each record has a URL of its own, so that each is sent by itself. */
export const addressesEach = (operation: Operation | undefined): boolean => (operation?.parameters.length ?? 0) > 0

/** Bodies that hold one record. */
const holdsOne: ReadonlySet<BodyFormat> = new Set(['form', 'multipart', 'xml', 'text'])

/** Whether records cannot share a request: each has its own URL, names what is deleted, or has a body that holds one record. */
export const needsEachRecord = (operation: Operation | undefined): boolean =>
  addressesEach(operation) ||
  (operation !== undefined &&
    (namesItem(operation.do) ||
      operation.do === 'find' ||
      operation.afterwards !== undefined ||
      holdsOne.has(operation.bodyFormat ?? 'json')))

/** The fields of a record by which it is looked for. */
export function fieldsOfFind({ do: kind, find, update }: Operation): readonly string[] {
  if (kind !== 'find' || find === undefined) return []
  const texts = `${find.url} ${find.body ?? ''} ${update?.url ?? ''}`
  const used = fieldsOfTemplate(texts).filter((field) => !field.startsWith(foundPrefix))
  return find.matchField === undefined ? used : [...used, find.matchField]
}

/** The fields of a record that the request after its delivery needs. */
export function fieldsOfAfterwards({ afterwards }: Operation): readonly string[] {
  if (afterwards === undefined) return []
  return fieldsOfTemplate(`${afterwards.url} ${afterwards.body ?? ''}`).filter((field) => !field.startsWith(answerPrefix))
}

/** The fields of a record that its URL, its headers, the parts of its body and the request after it need. */
export const fieldsOfOperation = (operation: Operation): readonly string[] => {
  const { do: kind, parameters, bodyFormat, template = '', files = [] } = operation
  const isWritten = kind !== 'delete' && (bodyFormat === 'xml' || bodyFormat === 'text' || bodyFormat === 'ndjson')
  const inFiles =
    kind === 'delete' || bodyFormat !== 'multipart' ? [] : files.flatMap((it) => [it.field, it.nameField ?? it.field])
  const inTemplate = isWritten ? fieldsOfTemplate(template) : []
  return [
    ...new Set([
      ...parameters.map(({ field }) => field),
      ...fieldsOfFind(operation),
      ...inTemplate,
      ...inFiles,
      ...fieldsOfAfterwards(operation),
    ]),
  ]
}

/** The shape of a destination with the fields that its URL and headers need, as required ones. */
export function withOperationFields(shapes: DraftShapes, operation: Operation | undefined): DraftShapes {
  const known = shapes.destination ?? { fields: [], examples: [], origin: 'typed' as const, takenAt: new Date(0).toISOString() }
  const needed = new Set(operation === undefined ? [] : fieldsOfOperation(operation))
  if (needed.size === 0) return shapes
  const fields = known.fields.map((field) => (needed.has(field.path) ? { ...field, isRequired: true } : field))
  const paths = new Set(fields.map(({ path }) => path))
  const added = [...needed].filter((path) => !paths.has(path))
  return {
    ...shapes,
    destination: { ...known, fields: [...fields, ...added.map((path) => ({ path, types: ['any' as const], isRequired: true }))] },
  }
}
