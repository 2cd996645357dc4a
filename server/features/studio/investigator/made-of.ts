/** What a kept record was made of, where it is not a record of the source itself: a line of one, or a group of several. */
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import { isObject } from '#contract/connectors/config/json-members.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import { recordNounOf } from '#contract/connectors/runs/record-noun.ts'
import type { InvestigatedRecord } from '#contract/studio/investigation.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'

/** An order is known by its number sooner than by who ordered. */
const isNumber = /^(?:order|invoice|ticket)?[_-]?(?:number|no)$/i
const longest = 80
const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longest)

/**
 * @param config of the version that made the record.
 * @param read the record as it was kept, secrets masked.
 * @returns undefined where it is a record of the source, or from before its connector made lines or groups.
 */
export function madeOf({ records, source, trigger }: StoredConfig, read: unknown): InvestigatedRecord['madeOf'] {
  if (!isObject(read)) return undefined
  if (records?.group !== undefined) {
    const { by, lines } = records.group
    const counted = lines.find((line) => line.do === 'count' && line.path === undefined)
    const count = counted && valueAt(read, counted.target)
    return {
      kind: 'group',
      by: by.map((path) => ({ path, value: textOf(valueAt(read, path)) })),
      records: typeof count === 'number' ? count : null,
    }
  }
  const { item, itemNumber, ...parent } = read
  if (records?.each === undefined || item === undefined || typeof itemNumber !== 'number') return undefined
  const noun = recordNounOf(source, trigger.type === 'webhook').one
  const numbers = Object.fromEntries(Object.entries(parent).filter(([name]) => isNumber.test(name)))
  return { kind: 'line', number: itemNumber, noun, name: recordNameOf(numbers) ?? recordNameOf(parent) }
}
