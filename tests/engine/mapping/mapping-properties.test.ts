import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { compareNumbers, rounded } from '#server/engine/mapping/decimal.ts'
import { compileRule } from '#server/engine/mapping/rules.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { edge, made, of, type Rule } from '../kit/mapped.ts'

describe('exactly', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 40n })
  const number = fc.tuple(fc.boolean(), digits, fc.nat(30)).map(([minus, units, scale]) => {
    const text = String(units).padStart(scale + 1, '0')
    const whole = text.slice(0, text.length - scale)
    return {
      text: `${minus ? '-' : ''}${whole}${scale > 0 ? `.${text.slice(-scale)}` : ''}`,
      units: minus ? -units : units,
      scale,
    }
  })

  it('numbers are rounded half up, however long they are', () => {
    fc.assert(
      fc.property(number, fc.nat(20), ({ text, units, scale }, to) => {
        const size = units < 0n ? -units : units
        const wanted =
          to >= scale
            ? size * 10n ** BigInt(to - scale)
            : (size * 2n + 10n ** BigInt(scale - to)) / (2n * 10n ** BigInt(scale - to))
        const out = rounded(text, to) ?? ''
        expect(BigInt(out.replace('.', ''))).toBe(units < 0n ? -wanted : wanted)
        expect(out.split('.')[1]?.length ?? 0).toBe(to)
      }),
      { numRuns: 2_000 },
    )
  })

  it('numbers are compared', () => {
    fc.assert(
      fc.property(number, number, fc.boolean(), (a, b, same) => {
        const other = same ? { ...a, text: `${a.text}${a.scale > 0 ? '' : '.'}000` } : b
        const difference = a.units * 10n ** BigInt(other.scale) - other.units * 10n ** BigInt(a.scale)
        expect(Math.sign(compareNumbers(a.text, other.text))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1)
      }),
      { numRuns: 2_000 },
    )
    expect(compareNumbers('1e999999', '1e-999999')).toBeGreaterThan(0)
    expect(compareNumbers('0', '-0.00e5')).toBe(0)
  })
})

describe('whatever comes', () => {
  const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'prototype', 'toString', 'x')
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('12345678901234567890', '1.5', '-0', '1e400', 'null', 'true', '"\\ud800"', '"é😀"', '"2026-01-01"'),
      fc.array(tie('value'), { maxLength: 3 }).map((it) => `[${it.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([key]) => key })
        .map((it) => `{${it.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
    ),
  })).value as fc.Arbitrary<string>
  const odd = fc.constantFrom('__proto__', 'constructor', 'prototype', '["__proto__"]', "['constructor']")
  const path = fc
    .array(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom('a', 'b', 'x', 'toString', '[0]', '[*]') }, { weight: 1, arbitrary: odd }),
      { minLength: 1, maxLength: 4 },
    )
    .map((it) => it.join('.').replaceAll('.[', '['))
  const rule: fc.Arbitrary<Rule> = fc.oneof(
    path.map((sourcePath): Rule => ({ type: 'default', sourcePath, value: 1 })),
    path.map(
      (sourcePath): Rule => ({
        type: 'lookup',
        sourcePath,
        table: JSON.parse('{"__proto__":"p","constructor":"c"}'),
        otherwise: null,
      }),
    ),
    fc
      .array(path, { minLength: 1, maxLength: 3 })
      .map((sourcePaths): Rule => ({ type: 'concatenate', sourcePaths, separator: '' })),
    path.map((sourcePath): Rule => ({ type: 'condition', sourcePath, operator: 'isEmpty', thenValue: 1, elseValue: 0 })),
  )

  it('Object.prototype stays as it is, and a value that is copied is the same text (T-PP, F13)', () => {
    const own = () => Reflect.ownKeys(Object.prototype).map(String).sort()
    const before = own()
    let tried = 0
    fc.assert(
      fc.property(tree, path, path, fc.option(rule), (text, from, to, ruled) => {
        const whole = compileMapping([
          { ...edge({ type: 'constant', value: 1 }, 'w'), sourcePath: 'v', rule: undefined } as unknown as MappingEdge,
        ])
        if ('errors' in whole) throw new Error('a plain line is refused')
        expect(JSON.stringify(whole.map(parseExactly(`{"v":${text}}`)))).toBe(`{"w":${text}}`)
        const line = {
          ...edge({ type: 'constant', value: 1 }, to),
          sourcePath: from,
          source: from,
          rule: ruled ? { name: 'R', ...ruled } : undefined,
        }
        const compiled = compileMapping([line as MappingEdge])
        if ('errors' in compiled) return
        tried += 1
        try {
          JSON.stringify(compiled.map(parseExactly(text)))
        } catch (thrown) {
          expect((thrown as Error).name).toBe('MappingFault')
        }
      }),
      { numRuns: 20_000 },
    )
    expect(tried).toBeGreaterThan(1_000)
    expect(own()).toEqual(before)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('a lookup table finds a name like any other', () => {
    const rule: Rule = { type: 'lookup', ...of, table: JSON.parse('{"__proto__":"p","constructor":"c"}') }
    expect(made(rule, '"__proto__"')).toBe('"p"')
    expect(made(rule, '"constructor"')).toBe('"c"')
    expect(compileRule({ name: 'R', ...rule } as NewMappingRule)).toHaveProperty('make')
  })

  it.each([
    '{{constructor.constructor("return process")()}}',
    '$'.concat('{7*7}'),
    '=1+1',
    '{{7*7}}',
    '$.a[?(@.x)]',
    '<script>x</script>',
  ])('%s is text wherever it stands (T-EXPR)', (text) => {
    const value = JSON.stringify(text)
    expect(made({ type: 'constant', value: text }, '1')).toBe(value)
    expect(made({ type: 'default', ...of, value: text }, 'null')).toBe(value)
    expect(made({ type: 'default', ...of, value: 'x' }, value)).toBe(value)
    expect(made({ type: 'lookup', ...of, table: { [text]: text } }, value)).toBe(value)
    expect(made({ type: 'concatenate', sourcePaths: ['v', 'v'], separator: text }, '1')).toBe(JSON.stringify(`1${text}1`))
    expect(made({ type: 'split', ...of, separator: text, index: 1 }, JSON.stringify(`a${text}b`))).toBe('"b"')
    const rule: Rule = { type: 'condition', ...of, operator: 'contains', compareTo: text, thenValue: text, elseValue: 0 }
    expect(made(rule, value)).toBe(value)
  })
})
