/** What the body of a test request holds beyond the few items that the server picks out of it. */
import type { Sample } from '#contract/builder/probe.ts'
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import { fieldsOf } from '../systems/record-shape.ts'
import type { SeenList } from './seen-lists.ts'

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

/** The records that a list would give, with their fields: of the body where it is whole, else those that the server picked out. */
export function recordsOf(sample: Sample, { path, items }: SeenList) {
  const body = bodyOf(sample)
  const found = path === '' ? body : valueAt(body, path)
  const examples: readonly unknown[] = Array.isArray(found) && found.length > 0 ? found.slice(0, itemsMax) : items
  return { fields: fieldsOf(examples), examples }
}
