import { describe, expect, it } from 'vitest'

import type { Sample } from '#contract/builder/probe.ts'
import { shapeOfSample, storedShapeOf } from '#contract/builder/sample-shape.ts'
import { storedBytesMax } from '#contract/connectors/config/shape.ts'
import { fieldsOf as fieldsOfServer } from '#server/engine/preview/probing/fields.ts'
import { fieldsOf, pathFault, readExamples, withField } from '#src/machines/builder/systems/record-shape.ts'

const takenAt = '2026-01-01T00:00:00.000Z'
const records = [
  { id: 1, at: '2026-01-01', customer: { email: 'a', 'odd.name': null }, tags: ['x'], lines: [{ sku: 'a' }] },
  { id: 1.5, at: 'soon', customer: { email: 'b' }, tags: [], isPaid: true, lines: [] },
]

describe('the fields of examples', () => {
  it('are those that the server finds, with every type that was met', () => {
    const own = fieldsOf(records)
    const ofServer = fieldsOfServer(records)
    expect(own.map(({ path }) => path).toSorted()).toEqual(ofServer.map(({ path }) => path).toSorted())
    const typesOf = (types: readonly string[]) => types.filter((type) => type !== 'null').toSorted()
    for (const { path, types, isRequired } of own) {
      const same = ofServer.find((it) => it.path === path)
      expect(typesOf(types).join() || 'any', path).toBe(typesOf(same?.types ?? []).join() || 'any')
      expect(isRequired, path).toBe(same?.isAlways === true && !same.types.includes('null'))
    }
  })

  it('hold no names that reach into objects', () => {
    expect(fieldsOf([JSON.parse('{"__proto__":{"a":1},"constructor":1,"":2,"ok":3}')]).map(({ path }) => path)).toEqual(['ok'])
  })

  it('end at the bounds of a draft', () => {
    const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`field${at}`, at]))
    expect(fieldsOf([wide])).toHaveLength(2_000)
    expect(fieldsOf([{ ['x'.repeat(300)]: 1 }])).toEqual([])
  })
})

describe('a pasted example', () => {
  it.each([
    ['one record', '{"id":7}', 1],
    ['a list of records', '[{"id":7},{"id":8}]', 2],
  ])('is %s', (_, text, count) => {
    const read = readExamples(text)
    expect('examples' in read && read.examples).toHaveLength(count)
  })

  it.each([
    ['', 'empty'],
    ['7', 'noRecord'],
    ['[]', 'noRecord'],
    ['[{"id":7}, 8]', 'noRecord'],
    ['null', 'noRecord'],
    ['<html>', 'notJson'],
    [`[${'{"id":7},'.repeat(1_200_000)}{}]`, 'tooLarge'],
  ])('that is none is explained: %#', (text, fault) => {
    expect(readExamples(text)).toMatchObject({ fault })
  })

  it('is kept as far as there is room', () => {
    const fewOf = (examples: readonly unknown[]) => storedShapeOf({ fields: [], examples }).examples
    const large = { text: 'x'.repeat(100_000) }
    expect(fewOf([large, large, large, { id: 1 }])).toEqual([large, large, { id: 1 }])
    expect(fewOf(Array.from({ length: 50 }, () => ({ id: 1 })))).toHaveLength(20)
  })

  it.each([
    ['examples', 3, 10_000],
    ['fields beside examples', 200, 1_200],
    ['fields alone', 2_000, 20],
  ])('is kept with all that the server counts: %s', (_, names, letters) => {
    const record = Object.fromEntries(Array.from({ length: names }, (_, at) => [`${'ä'.repeat(40)}${at}`, 'ä'.repeat(letters)]))
    const shape = storedShapeOf({ fields: fieldsOf(Array(20).fill(record)), examples: Array(20).fill(record) })
    const whole = { ...shape, origin: 'request', takenAt: '2026-01-01T00:00:00.000Z' }
    expect(new TextEncoder().encode(JSON.stringify(whole)).length).toBeLessThanOrEqual(storedBytesMax)
    expect(shape.fields.length).toBeGreaterThan(Math.min(names, 1_000) - 1)
  })

  it('keeps numbers that a double cannot hold', () => {
    const read = readExamples('{"id": 9007199254740993, "price": 0.12345678901234567890123}')
    expect('examples' in read && JSON.stringify(read.examples)).toBe(
      '[{"id":9007199254740993,"price":0.12345678901234567890123}]',
    )
    expect('examples' in read && fieldsOf(read.examples).map(({ path, types }) => [path, types])).toEqual([
      ['id', ['integer']],
      ['price', ['number']],
    ])
  })
})

describe('a sample', () => {
  const sample: Sample = {
    startpoint: 'GET https://a.test',
    exchanges: [],
    lists: [],
    records: { count: 2, items: [{ id: 7 }] },
    fields: [
      { path: 'id', types: ['integer', 'null'], isAlways: true },
      { path: 'name', types: ['string'], isAlways: true },
      { path: 'empty', types: ['null'], isAlways: false },
      { path: 'x'.repeat(300), types: ['string'], isAlways: true },
    ],
    problem: null,
  }

  it('becomes the shape of the source', () => {
    expect(shapeOfSample(sample, takenAt)).toEqual({
      fields: [
        { path: 'id', types: ['integer'], isRequired: false },
        { path: 'name', types: ['string'], isRequired: true },
        { path: 'empty', types: ['any'], isRequired: false },
      ],
      examples: [{ id: 7 }],
      origin: 'request',
      takenAt,
    })
  })

  it('without records leaves what was known', () => {
    expect(shapeOfSample({ ...sample, records: null }, takenAt)).toBeNull()
    expect(shapeOfSample({ ...sample, records: { count: 0, items: [] } }, takenAt)).toBeNull()
  })
})

describe('a path that somebody typed', () => {
  it.each(['id', 'customer.email', 'lines[*].sku', 'lines[0]', '["odd.name"].x', 'a["b"]', '[*].a'])('is one: %s', (text) => {
    expect(pathFault(text)).toBeNull()
  })

  it.each([
    ['', 'empty'],
    ['.a', 'unreadable'],
    ['a.', 'unreadable'],
    ['a..b', 'unreadable'],
    ['a[', 'unreadable'],
    ['a[*]b', 'unreadable'],
    ['a[x]', 'unreadable'],
    ['__proto__.a', 'refusedName'],
    ['a["constructor"]', 'refusedName'],
    ['x'.repeat(257), 'tooLong'],
  ])('is none: %s', (text, fault) => {
    expect(pathFault(text)).toBe(fault)
  })

  it('takes the place of the field that it changes', () => {
    const field = (path: string, isRequired = false) => ({ path, types: ['string' as const], isRequired })
    const fields = [field('a'), field('b'), field('c')]
    expect(withField(fields, field('b', true))).toEqual([field('a'), field('b', true), field('c')])
    expect(withField(fields, field('d'))).toEqual([...fields, field('d')])
    expect(withField(fields, field('d'), 'b')).toEqual([field('a'), field('d'), field('c')])
    expect(withField(fields, field('c', true), 'a')).toEqual([field('c', true), field('b')])
  })
})
