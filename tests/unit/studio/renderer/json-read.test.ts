/** Reading JSON to its last digit, and saying why and where a text is none. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { depthMax, type JsonValue, placeIn, readJson, Written } from '#src/machines/kit/json-read.ts'
import { checked, indented } from '#src/machines/kit/json-text.ts'

/** As `JSON.parse` would have it. */
function plain(value: JsonValue): unknown {
  if (value instanceof Written) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map ? Object.fromEntries([...value].map(([name, it]) => [name, plain(it)])) : value
}
const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const wholeOf = (text: string): JsonValue => {
  const read = readJson(text)
  if ('fault' in read) throw new Error(`${read.fault.reason} at ${read.fault.at}`)
  return read.value
}

describe('what is read', () => {
  it('is what JSON.parse reads, whatever the spaces', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t', ' \r\n'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(plain(wholeOf(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is JSON exactly where JSON.parse says so', () => {
    const characters = fc.constantFrom(...'{}[]",:\\/ \n\t01-+.eEtruefalsn\u0000x')
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        expect('value' in readJson(text), JSON.stringify(text)).toBe(isJson(text))
        expect('text' in checked(text), JSON.stringify(text)).toBe(isJson(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each(['9007199254740993', '-12345678901234567890123', '1.10', '1e400', '0.1000000000000000055511151231257827', '-0', '1E5'])(
    'keeps %s as it was written',
    (text) => expect(wholeOf(text)).toEqual(new Written(text)),
  )

  it('keeps the order of names, and names that objects of a page have for themselves', () => {
    const read = wholeOf('{"b":1,"10":2,"2":3,"__proto__":{"polluted":true},"constructor":4}')
    expect(read instanceof Map ? [...read.keys()] : []).toEqual(['b', '10', '2', '__proto__', 'constructor'])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('is no deeper than is shown', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect('value' in readJson(nested(depthMax))).toBe(true)
    expect(readJson(nested(depthMax + 1))).toEqual({ fault: { reason: 'deep', at: depthMax } })
    expect(readJson('{"a":'.repeat(1_000_000))).toEqual({ fault: { reason: 'deep', at: depthMax * 5 } })
  })

  it('may hold a text of millions of characters', () => {
    const text = JSON.stringify('"\\\n'.repeat(1_000_000))
    expect(wholeOf(text)).toHaveLength(3_000_000)
  })
})

describe('what is wrong', () => {
  it.each([
    ['', 'empty', 1, 1],
    [' \n ', 'empty', 1, 1],
    ['[1,\n 2 3]', 'comma', 2, 4],
    ['[1,]', 'value', 1, 4],
    ['{"a":1,}', 'name', 1, 8],
    ["{'a':1}", 'name', 1, 2],
    ['{"a" 1}', 'colon', 1, 6],
    ['{"a":\n}', 'value', 2, 1],
    ['"abc', 'string', 1, 1],
    ['["abc\n"]', 'string', 1, 2],
    ['"a\\x"', 'escape', 1, 3],
    ['"a\\u12"', 'escape', 1, 3],
    ['[01]', 'number', 1, 2],
    ['-', 'number', 1, 1],
    ['NaN', 'value', 1, 1],
    ['{} {}', 'more', 1, 4],
    ['[1', 'comma', 1, 3],
  ] as const)('in %j is said with its place: %s', (text, reason, line, column) => {
    const read = readJson(text)
    const fault = 'fault' in read ? read.fault : null
    expect(fault?.reason).toBe(reason)
    expect(placeIn(text, fault?.at ?? -1)).toEqual({ line, column })
  })
})

describe('JSON in lines', () => {
  it('is what JSON.stringify would write, with every digit as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const expected = JSON.stringify(JSON.parse(JSON.stringify(value)), null, 2)
        expect(indented(JSON.stringify(value))).toBe(expected)
        expect(indented(expected)).toBe(expected)
      }),
    )
    expect(indented('{"id":9007199254740993,"a":[ ],"b":{\n}}')).toBe('{\n  "id": 9007199254740993,\n  "a": [],\n  "b": {}\n}')
  })

  it('changes nothing but spaces of a text that is none', () => {
    const bare = (text: string) => text.replace(/[ \t\r\n]/g, '')
    for (const text of ['{"a":', '[1,,', ']]}', '"a\\', 'a b', '{"a" "b"}']) expect(bare(indented(text))).toBe(bare(text))
  })

  it('does not grow many times over where much stands deep', () => {
    const text = `${'['.repeat(200)}${'1,'.repeat(100_000)}1${']'.repeat(200)}`
    expect(indented(text).length).toBeLessThan(2 * text.length + 1_000)
    expect(JSON.parse(indented(text))).toEqual(JSON.parse(text))
  })
})
