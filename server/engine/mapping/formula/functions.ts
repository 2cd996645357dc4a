/** The functions that take all of their values before they begin. */
import { isEmpty } from '../conditions.ts'
import { dateFunctions } from './dates.ts'
import { numberFunctions } from './numbers.ts'
import { textFunctions } from './text.ts'
import { charge, type Functions, fail, type Given, isFilled, itemsOf, textOf, wholeOf } from './values.ts'

function itemAt({ values: [list, number], places: [, place = 0] }: Given): unknown {
  const at = wholeOf(number, place)
  return at < 1 ? fail('Item numbers start at 1', place) : itemsOf(list)[at - 1]
}

function unique({ values: [list], frame, at }: Given): unknown {
  const seen = new Set<string>()
  return itemsOf(list).filter((value) => {
    const name = JSON.stringify(value) ?? ''
    charge(frame, name.length * 2 + 60, at)
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** The items that are filled; looking at them is counted. */
function filledOf({ values: [list], frame, at }: Given): readonly unknown[] {
  const items = itemsOf(list)
  charge(frame, items.length * 4, at)
  return items.filter(isFilled)
}

const listFunctions: Functions = {
  count: (given) => filledOf(given).length,
  first: (given) => filledOf(given)[0],
  last: (given) => filledOf(given).at(-1),
  item: itemAt,
  unique,
}

const logicFunctions: Functions = {
  ifEmpty: ({ values: [value, other] }) => (isEmpty(value) ? other : value),
  isEmpty: ({ values: [value] }) => isEmpty(value),
  fail: ({ values: [message], at }) => fail(textOf(message ?? '', at).slice(0, 256), at),
}

export const functions: ReadonlyMap<string, (given: Given) => unknown> = new Map(
  Object.entries({ ...textFunctions, ...numberFunctions, ...dateFunctions, ...listFunctions, ...logicFunctions }),
)
