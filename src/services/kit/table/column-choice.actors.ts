/** Joins the choice of columns to what the browser keeps, by the name of the table. */
import { columnChoiceMachine } from '#src/machines/kit/table/column-choice.machine.ts'

const keyOf = (table: string) => `columns:${table}`

/** Ids of columns that were hidden. @param usual those that are hidden where the browser keeps nothing, or something else. */
export function readHiddenColumns(table: string, usual: readonly string[] = []): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? 'null')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : usual
  } catch {
    return usual
  }
}

export const storedColumnChoiceMachine = (table: string) =>
  columnChoiceMachine.provide({
    actions: {
      keep: (_, { hidden }) => {
        try {
          localStorage.setItem(keyOf(table), JSON.stringify(hidden))
        } catch {
          // A browser that keeps nothing shows the choice until the page is left.
        }
      },
    },
  })
