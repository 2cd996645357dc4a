/** What the body of a test request holds beyond the few items that the server picks out of it. */
import type { Sample } from '#contract/builder/probe.ts'
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import type { SeenList } from '#contract/connectors/config/seen-lists.ts'
import { fieldsOf } from '../systems/record-shape.ts'

/** Items that are looked at. */
const itemsMax = 50

/** The whole body; null where it was cut or is no JSON. */
export function bodyOf({ exchanges }: Sample): unknown {
  const response = exchanges.at(-1)?.response
  if (!response || response.isCut) return null
  try {
    return JSON.parse(response.body)
  } catch {
    return null
  }
}

/** The items of a list: of the body where it is whole, else those that the server picked out. */
export function itemsOf(sample: Sample, { path, items }: Pick<SeenList, 'path' | 'items'>): readonly unknown[] {
  const body = bodyOf(sample)
  const found = path === '' ? body : valueAt(body, path)
  return Array.isArray(found) && found.length > 0 ? found.slice(0, itemsMax) : items
}

/** The records that a list would give, with their fields. */
export function recordsOf(sample: Sample, list: SeenList) {
  const examples = itemsOf(sample, list)
  return { fields: fieldsOf(examples), examples }
}

/** A sample whose lists hold what its body holds. */
export const withItems = (sample: Sample): Sample => ({
  ...sample,
  lists: sample.lists.map((list) => ({ ...list, items: [...itemsOf(sample, list)] })),
})
