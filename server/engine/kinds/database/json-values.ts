/** JSON that stands in a column. */
import { JsonError, parseExactly } from '#server/platform/json/exact.ts'
import { hasTooManyNames, tooManyNames } from '#server/platform/json/names.ts'
import { ValueFault } from './driver.ts'

/** Throws `ValueFault` where no record can hold it. */
export function readJson(text: string): unknown {
  if (hasTooManyNames(text)) throw new ValueFault(`its JSON has ${tooManyNames}`)
  try {
    return parseExactly(text)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    if (thrown.fault === 'too-deep') throw new ValueFault('its JSON is nested deeper than 64 levels')
    throw new ValueFault(`its JSON can't be read (${thrown.reason ?? thrown.fault})`)
  }
}
