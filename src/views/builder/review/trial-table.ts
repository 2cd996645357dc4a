/** The records of a dry run as a table: on the page, and as a file. */
import type { DryRun } from '#contract/builder/dry-run.ts'
import { reviewMessages as messages } from './review.messages.ts'

export type Tried = DryRun['records'][number]

const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object are columns of their own: JSON in a cell is not read. */
const leavesOf = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      isThing(value) ? Object.entries(value).map(([inner, it]) => [`${name}.${inner}`, it]) : [[name, value]],
    ),
  )

export function wholeOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** As text, a negative number would be taken for a formula, and changed. */
const cellOf = (value: unknown) => (typeof value === 'number' ? value : wholeOf(value))

export const resultOf = ({ problem, outcome }: Tried): string => problem?.message ?? messages.outcomes[outcome]

/** Every field that a record would be delivered with, and the values of each record. */
export function triedFields(records: readonly Tried[]) {
  const outputs = records.map(({ output }) => (isThing(output) ? leavesOf(output) : {}))
  return { fields: [...new Set(outputs.flatMap((it) => Object.keys(it)))], outputs }
}

/** The records that are listed, whole and with every field. */
export function tableOfTrial(records: readonly Tried[]): (string | number)[][] {
  const { fields, outputs } = triedFields(records)
  return [
    [messages.record, ...fields, messages.result],
    ...records.map((record, at) => [record.key, ...fields.map((name) => cellOf(outputs[at]?.[name])), resultOf(record)]),
  ]
}
