import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { type FilterRow, formOf, isGroup, operandOf } from '#src/machines/builder/records/filter-form.ts'
import { recordsMessages as messages } from './records.messages.ts'

/** Conditions that are named one by one; of more only their number is said. */
const namedMax = 2

/** "country is one of DE, AT and total is at least 50"; null where there are too many conditions to name. */
export function conditionText(filter: RecordFilter): string | null {
  const { items, needs } = formOf(filter)
  if (conditionsOf(filter).length > namedMax) return null
  const rows = items.flatMap((item) => (isGroup(item) ? (item.rows.length === 1 ? item.rows : []) : [item]))
  if (rows.length === conditionsOf(filter).length) return rows.map(rowText).join(messages.joins[needs])
  const [group] = items
  return group !== undefined && isGroup(group) ? group.rows.map(rowText).join(messages.joins[group.needs]) : null
}

function rowText({ path, is, value, choices, unit }: FilterRow): string {
  const comparison = `${path} ${messages.comparisons[is]}`
  switch (operandOf(is)) {
    case 'nothing':
      return comparison
    case 'choices':
      return `${comparison} ${choices.join(', ')}`
    case 'age':
      return `${comparison} ${value} ${messages.units[unit]}`
    case 'value':
      return `${comparison} ${value}`
  }
}
