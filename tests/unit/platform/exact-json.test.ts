/** Numbers of a JSON text that a double does not hold come as they were written. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseBytes, parseExactly } from '#server/platform/json/exact.ts'
import { isExact } from '#server/platform/json/raw-json.ts'

/** What the language itself has for it, a call for each value. */
const oneByOne = (text: string): unknown =>
  JSON.parse(text, (_, it, { source }) =>
    typeof it === 'number' && source !== undefined && !isExact(source, it) ? JSON.rawJSON(source) : it,
  )

/** Whether both hold the same values, and the same numbers as they were written. */
function expectSame(text: string): void {
  const wanted = oneByOne(text)
  for (const value of [parseExactly(text), parseBytes(Buffer.from(text))]) {
    expect(value).toEqual(wanted)
    expect(JSON.stringify(value)).toBe(JSON.stringify(wanted))
  }
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`))
const whole = digits(30).map((it) => it.replace(/^0+(?=\d)/, ''))
const number = fc
  .tuple(fc.boolean(), whole, fc.option(digits(25)), fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), digits(4))))
  .map(([isNegative, it, fraction, power]) => {
    const exponent = power === null ? '' : power.join('')
    return `${isNegative ? '-' : ''}${it}${fraction === null ? '' : `.${fraction}`}${exponent}`
  })
const written = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    number,
    fc.string({ unit: 'binary' }).map((it) => JSON.stringify(it.toWellFormed())),
    fc.constantFrom('true', 'null', '"1e5"', '"\\\\\\":1e5,"', '" 12345678901234567890 "'),
    fc.array(tie('value'), { maxLength: 4 }).map((them) => `[ ${them.join(' ,')}]`),
    fc
      .uniqueArray(fc.constantFrom('__proto__', 'a', '\\"', 'constructor', '1e5', '\\u0061b'), { maxLength: 4 })
      .chain((names) => fc.tuple(...names.map((name) => tie('value').map((it) => `"${name}" : ${it}`))))
      .map((members) => `{${members.join(',')}}`),
  ),
})).value

describe('numbers', () => {
  it.each(['1e1', '-0', '-0.0e5', '[-0]', '0e999999999', '1e-400', '1E400', '9007199254740993', '1.10', '123456789012345678e-3'])(
    'of %s are as they were written',
    expectSame,
  )

  it('of any text are those that are found one by one', () => {
    fc.assert(fc.property(written, expectSame), { numRuns: 2_000 })
  })
})
