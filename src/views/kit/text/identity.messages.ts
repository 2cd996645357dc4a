import { number } from '../format/numbers.ts'

const all = new Intl.ListFormat('en', { type: 'conjunction' })
const either = new Intl.ListFormat('en', { type: 'disjunction' })
const quoted = (fields: readonly string[]) => fields.map((it) => `“${it}”`)
const oneOf = (fields: readonly string[]) => `the field ${either.format(quoted(fields))}`

/** What names the records of a connector. */
export const identityMessages = {
  remoteId: 'ID in the destination',
  keyColumns: (columns: readonly string[]) =>
    `Records are identified by the key ${columns.length === 1 ? 'column' : 'columns'} ${all.format(quoted(columns))}.`,
  tableKey: (columns: readonly string[]) => `Records are identified by their table key: ${all.format(quoted(columns))}.`,
  keyFields: (fields: readonly string[], without: number, samples: number) =>
    `Records are identified by the key ${fields.length === 1 ? 'field' : 'fields'} ${all.format(quoted(fields))}.${without === 0 ? '' : ` ${number(without)} of ${number(samples)} sample records have none of them and are identified by their whole content.`}`,
  unknownTableKey: 'Records are identified by their table key, if there is one. Do a dry run to see it.',
  field: (fields: readonly string[]) => `Records are identified by ${oneOf(fields)}.`,
  unknownField: (fields: readonly string[]) =>
    `Records are identified by ${oneOf(fields)}, if present. Load sample records to check.`,
  fieldOrContent: (fields: readonly string[], without: number, samples: number) =>
    `Records are identified by ${oneOf(fields)}. ${number(without)} of ${number(samples)} sample records have none, so their whole content identifies them.`,
  content: 'No field identifies a record. If a record changes, it’s treated as new.',
}
