import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { parsePath, pathText, valueAt } from '#server/platform/json/path.ts'

type Types = Pick<MappingEdge, 'sourceDataType' | 'targetDataType'>

const edge = (sourcePath: string, targetPath: string, types: Types = {}): MappingEdge => ({
  id: `${sourcePath}-${targetPath}`,
  source: sourcePath,
  target: targetPath,
  sourcePath,
  targetPath,
  ...types,
})

function mapped(edges: readonly MappingEdge[], text: string): string {
  const compiled = compileMapping(edges)
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors))
  return JSON.stringify(compiled.map(parseExactly(text)))
}

const errorsOf = (edges: readonly MappingEdge[]) => {
  const compiled = compileMapping(edges)
  return 'errors' in compiled ? compiled.errors : []
}

describe('paths', () => {
  it.each([
    ['id', 'id'],
    ['customer.address[0].city', 'customer.address[0].city'],
    ['lines[*].sku', 'lines[*].sku'],
    ['[0].a', '[0].a'],
    ['["odd.name"].x', '["odd.name"].x'],
    ["a['b c']", 'a.b c'],
  ])('%s is read', (text, written) => {
    const parsed = parsePath(text)
    expect('path' in parsed && pathText(parsed.path)).toBe(written)
  })

  it.each(['', '.', 'a.', 'a..b', 'a[', 'a[]', 'a[-1]', 'a[1.5]', 'a]b', 'a[*', 'a[99999]', 'a[?(@.x)]'])(
    '%j is refused',
    (text) => {
      expect(parsePath(text)).toHaveProperty('fault')
    },
  )

  it.each(['__proto__', 'a.__proto__.b', 'constructor.prototype', 'a["prototype"]', "a['__proto__']", '[0].constructor'])(
    '%s reaches into JavaScript and is refused (T-PP)',
    (text) => {
      expect(parsePath(text)).toHaveProperty('fault')
    },
  )

  it('survive being written and read again', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((it) => !['__proto__', 'constructor', 'prototype'].includes(it))
    const step = fc.oneof(
      fc.record({ kind: fc.constant('name' as const), name }),
      fc.record({ kind: fc.constant('index' as const), index: fc.nat(9_999) }),
      fc.constant({ kind: 'each' as const }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (path) => {
        expect(parsePath(pathText(path))).toEqual({ path })
      }),
    )
  })

  it('never throw, never touch Object.prototype, and find own properties only', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort()
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '*', '0', '"', '_', 'toString') }),
        fc.jsonValue(),
        (text, value) => {
          const parsed = parsePath(text)
          if ('path' in parsed) expect(typeof valueAt(value, parsed.path)).not.toBe('function')
        },
      ),
      { numRuns: 5_000 },
    )
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before)
  })
})

describe('mapping', () => {
  it('passes a record unchanged when there are no lines, its odd keys included', () => {
    const text = '{"__proto__":{"x":1},"constructor":"c","n":1}'
    expect(mapped([], text)).toBe(text)
  })

  it('carries odd keys inside a value that is copied whole', () => {
    expect(mapped([edge('a', 'b')], '{"a":{"__proto__":{"x":1}}}')).toBe('{"b":{"__proto__":{"x":1}}}')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('builds nested objects and lists from many lines', () => {
    const lines = [edge('id', 'order.id'), edge('c.n', 'order.customer.name'), edge('t', 'tags[1]'), edge('u', 'tags[0]')]
    expect(mapped(lines, '{"id":7,"c":{"n":"Ann"},"t":"x","u":"y"}')).toBe(
      '{"order":{"id":7,"customer":{"name":"Ann"}},"tags":["y","x"]}',
    )
  })

  it('leaves out what the record does not hold, and keeps null', () => {
    expect(mapped([edge('a', 'x.a'), edge('b', 'y')], '{"b":null}')).toBe('{"y":null}')
    expect(mapped([edge('a', 'x')], '{}')).toBe('{}')
    expect(mapped([edge('toString', 'x'), edge('l.length', 'y')], '{"l":[1]}')).toBe('{}')
    expect(mapped([edge('n.rawJSON', 'x')], '{"n":12345678901234567890}')).toBe('{}')
  })

  it('maps each element, keeps positions, and collects where the target has no [*]', () => {
    const lines = [edge('l[*].s', 'items[*].sku'), edge('l[*].q', 'items[*].qty'), edge('l[*].s', 'skus')]
    expect(mapped(lines, '{"l":[{"s":"a","q":1},{"q":2}]}')).toBe('{"items":[{"sku":"a","qty":1},{"qty":2}],"skus":["a",null]}')
    expect(mapped(lines, '{"l":[]}')).toBe('{"items":[],"skus":[]}')
    expect(mapped(lines, '{}')).toBe('{}')
    expect(mapped([edge('o[*].l[*].s', 'x[*].y[*]')], '{"o":[{"l":[{"s":1},{"s":2}]},{"l":[]}]}')).toBe(
      '{"x":[{"y":[1,2]},{"y":[]}]}',
    )
    expect(mapped([edge('o[*].l[*].s', 'x[*]')], '{"o":[{"l":[{"s":1},{"s":2}]},{"l":[]}]}')).toBe('{"x":[[1,2],[]]}')
    expect(mapped([edge('o[*].l[*].s', 'x')], '{"o":[{"l":[{"s":1},{"s":2}]},{"l":[{"s":3}]}]}')).toBe('{"x":[1,2,3]}')
  })

  it('writes values of the record, and of an outer item, into each item of the lists inside', () => {
    const lines = [
      edge('id', 'x[*].order'),
      edge('o[*].l[*].s', 'x[*].y[*].sku'),
      edge('o[*].n', 'x[*].y[*].box'),
      edge('id', 'x[*].y[*].order'),
    ]
    const record = '{"id":7,"o":[{"n":"A","l":[{"s":1},{"s":2}]},{"n":"B","l":[{"s":3}]},{"n":"C","l":[]}]}'
    expect(mapped(lines, record)).toBe(
      `{"x":[{"order":7,"y":[{"sku":1,"box":"A","order":7},{"sku":2,"box":"A","order":7}]},${'{"order":7,"y":[{"sku":3,"box":"B","order":7}]},{"order":7,"y":[]}]}'}`,
    )
    // Without a list there is no item to write into.
    expect(mapped(lines, '{"id":7}')).toBe('{}')
  })

  it('refuses lines that contradict each other, naming the line', () => {
    expect(errorsOf([edge('a', 'x'), edge('b', 'x')])[0]?.path).toBe('/dataMapping/1/targetPath')
    expect(errorsOf([edge('a', 'x'), edge('b', 'x.y')])).toHaveLength(1)
    expect(errorsOf([edge('a', 'x.y'), edge('b', 'x[0]')])).toHaveLength(1)
    expect(errorsOf([edge('a', 'x[*]')])).toHaveLength(1)
    expect(errorsOf([edge('o[*].id', 'x[*].y[*].id')])).toHaveLength(1)
    expect(errorsOf([edge('a..', 'x'), edge('b', '__proto__')]).map(({ path }) => path)).toEqual([
      '/dataMapping/0/sourcePath',
      '/dataMapping/1/targetPath',
    ])
  })
})

describe('conversion', () => {
  const to = (targetDataType: NonNullable<MappingEdge['targetDataType']>, text: string, from?: MappingEdge['sourceDataType']) =>
    mapped([edge('v', 'w', { targetDataType, ...(from ? { sourceDataType: from } : {}) })], `{"v":${text}}`).slice(5, -1)

  it.each([
    ['string', '12345678901234567890', '"12345678901234567890"'],
    ['string', 'true', '"true"'],
    ['number', '"0.1"', '0.1'],
    ['number', '"12345678901234567890"', '12345678901234567890'],
    ['integer', '"42"', '42'],
    ['boolean', '"false"', 'false'],
    ['boolean', '1', 'true'],
    ['date', '"2026-02-28"', '"2026-02-28T00:00:00.000Z"'],
    ['date', '"2026-02-28T10:00:00+02:00"', '"2026-02-28T08:00:00.000Z"'],
    ['date', '1710000000', '"2024-03-09T16:00:00.000Z"'],
    ['date', '"2026-02-28T10:00:00.123456Z"', '"2026-02-28T10:00:00.123456Z"'],
    ['date', '"2026-01-31T10:00:00.000Z"', '"2026-01-31T10:00:00.000Z"'],
    ['any', '1e400', '1e400'],
    ['string', 'null', 'null'],
  ] as const)('to %s: %s becomes %s', (type, text, out) => {
    expect(to(type, text)).toBe(out)
  })

  it('makes milliseconds of a declared date', () => {
    expect(to('integer', '"1970-01-02"', 'date')).toBe('86400000')
    expect(() => to('integer', '"1970-01-02T00:00:00.0001Z"', 'date')).toThrow('must be a date in whole milliseconds')
  })

  it.each([
    ['string', '{}'],
    ['number', '"007"'],
    ['number', '"1,5"'],
    ['number', 'true'],
    ['integer', '1.5'],
    ['boolean', '"yes"'],
    ['date', '"01/02/2026"'],
    ['date', '"2026-02-30"'],
    ['date', '"2026-02-30T10:00:00.000Z"'],
    ['date', '1.5'],
    ['object', '[]'],
    ['array', '"a"'],
  ] as const)('to %s: %s fails and names field, value and rule', (type, text) => {
    expect(() => to(type, text)).toThrow(/^"w" must be .+, but "v" is /)
  })
})

describe('numbers', () => {
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0', '1', '9007199254740993', '12345678901234567890'),
      fc.constantFrom('', '.5', '.10', '.12345678901234567890'),
      fc.constantFrom('', 'e3', 'E-7', 'e400'),
    )
    .map((parts) => parts.join(''))

  /** The value of a number text as a fraction of integers: independent of the code under test. */
  function scaled(text: string): string {
    const [, sign = '', whole = '0', fraction = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)[eE]?([+-]?\d*)$/.exec(text) ?? []
    const digits = BigInt(whole + fraction) * 10n ** BigInt(500 + Number(exponent || 0) - fraction.length)
    return `${sign}${digits}`
  }

  it('never change their value on the way, whatever their form (F13)', () => {
    fc.assert(
      fc.property(number, fc.boolean(), (text, spaced) => {
        const out = mapped([], `{"a":"x",${spaced ? ' ' : ''}"n":${text}}`)
        const written = /"n":([^}]+)\}/.exec(out)?.[1] ?? ''
        expect(scaled(written)).toBe(scaled(text))
      }),
      { numRuns: 500 },
    )
  })

  it('are cut off by the depth and size guards, not by the stack (T-BOMB)', () => {
    expect(() => parseExactly(`${'['.repeat(65)}${']'.repeat(65)}`)).toThrow(expect.objectContaining({ fault: 'too-deep' }))
    expect(parseExactly(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined()
    expect(() => parseExactly(`${'['.repeat(600_000)}${']'.repeat(600_000)}`)).toThrow(
      expect.objectContaining({ fault: 'too-deep' }),
    )
    expect(() => parseExactly(`[${'{},'.repeat(4_100_000)}{}]`)).toThrow(expect.objectContaining({ fault: 'too-large' }))
    expect(() => parseExactly('NaN')).toThrow(expect.objectContaining({ fault: 'not-json' }))
  })
})
