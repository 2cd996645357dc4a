/** The fields that boxes of the destination step offer while somebody writes in them. */
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import { nameOf, type UrlField } from '#src/machines/builder/systems/operation.ts'
import type { Offered } from '#src/machines/kit/completion.ts'
import { operationMessages as messages } from './operation.messages.ts'

/** Of the URL of the destination, whose names stand for fields. */
export const offeredInUrl = (fields: readonly UrlField[]): readonly Offered[] =>
  fields.map(({ path, kind }) => ({ label: path, name: nameOf(path), note: messages[kind] }))

/** Of URLs and bodies that contain fields by their own names. @param answered the prefix of values of a response, such as `found.`. */
export function offeredInText(fields: readonly UrlField[], answered?: 'found' | 'answer'): readonly Offered[] {
  const own = fields
    .filter(({ path }) => fieldsOfTemplate(`{${path}}`)[0] === path)
    .map(({ path, kind }) => ({ label: path, name: path, note: messages[kind] }))
  if (answered === undefined) return own
  const name = [answered, 'id'].join('.')
  return [...own, { label: name, name, note: messages[answered] }]
}

/** Of a statement: members of the record itself. */
export const offeredInStatement = (fields: readonly UrlField[]): readonly Offered[] =>
  fields
    .filter(({ path }) => /^[a-z_]\w*$/i.test(path))
    .map(({ path, kind }) => ({ label: path, name: path, note: messages[kind] }))
