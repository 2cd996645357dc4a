import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { naughty } from '#tests/kit/naughty.ts'
import { answering, chosen, fieldsIn, type Json } from './openapi-documents.ts'

describe('a schema', () => {
  it('that holds itself ends, and says where', () => {
    const node = {
      type: 'object',
      required: ['next'],
      properties: { id: { type: 'integer' }, next: { $ref: '#/components/schemas/Node' } },
    }
    const { fields, notes } = fieldsIn({ $ref: '#/components/schemas/Node' }, { Node: node })
    expect(fields.map(({ path }) => path)).toEqual(['id', 'next'])
    expect(notes).toEqual([{ note: 'circular', at: 'next' }])
  })

  it.each([
    ['itself', { A: { $ref: '#/components/schemas/A' } }],
    ['another that leads back', { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }],
    ['itself as a part', { A: { allOf: [{ $ref: '#/components/schemas/A' }] } }],
    ['itself as a choice of items', { A: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/A' }] } } }],
  ])('that is nothing but %s ends', (_, schemas) => {
    const { notes } = fieldsIn({ $ref: '#/components/schemas/A' }, schemas)
    expect(notes.map(({ note }) => note)).toContain('circular')
  })

  it('that is deep ends, and says where', () => {
    const deep = Array.from({ length: 30 }).reduce<Json>((inner) => ({ type: 'object', properties: { a: inner } }), {
      type: 'string',
    })
    const { fields, notes } = fieldsIn(deep)
    expect(fields).toHaveLength(8)
    expect(notes).toEqual([{ note: 'tooDeep', at: 'a.a.a.a.a.a.a.a' }])
  })

  it('that names billions in a few lines ends in time', () => {
    const names = Array.from({ length: 40 }, (_, at) => `S${at}`)
    const doubled = names.map((name, at) => [name, { allOf: [1, 2].map(() => ({ $ref: `#/components/schemas/S${at + 1}` })) }])
    const begun = performance.now()
    const { notes } = fieldsIn({ $ref: '#/components/schemas/S0' }, Object.fromEntries(doubled))
    expect(notes).toContainEqual({ note: 'tooMany', at: '' })
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  it('follows no reference out of the document', () => {
    const properties = { a: { $ref: 'https://evil.example.test/x.json' }, b: { $ref: '#/nowhere' }, c: { $ref: '#/__proto__/x' } }
    const { fields, notes } = fieldsIn({ type: 'object', properties })
    expect(fields.map(({ path, types }) => [path, types])).toEqual([
      ['a', ['any']],
      ['b', ['any']],
      ['c', ['any']],
    ])
    expect(notes.map(({ note }) => note)).toEqual(['foreignRef', 'deadRef', 'deadRef'])
  })

  it('joins its parts, and is not sure of what may be one thing or another', () => {
    const base = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
    const choice = (name: string) => ({ type: 'object', required: [name], properties: { [name]: { type: 'string' } } })
    const { fields } = fieldsIn(
      { allOf: [{ $ref: '#/components/schemas/Base' }, { oneOf: [choice('a'), choice('b')] }] },
      { Base: base },
    )
    expect(fields.map(({ path, isRequired }) => [path, isRequired])).toEqual([
      ['id', true],
      ['a', false],
      ['b', false],
    ])
  })

  it('of a list describes one of its items', () => {
    const { fields, notes } = fieldsIn({ type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } })
    expect(fields.map(({ path }) => path)).toEqual(['id'])
    expect(notes).toEqual([{ note: 'rootList', at: '' }])
  })

  it('of 5 MB is read in time, and no more of it is kept than a draft holds', () => {
    const description = 'x'.repeat(1_000)
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`field${at}`, { type: 'string', description }]),
    )
    const text = JSON.stringify(answering({ type: 'object', properties }))
    expect(text.length).toBeGreaterThan(5_000_000)
    const begun = performance.now()
    const { fields, notes } = chosen(JSON.parse(text))
    expect(fields).toHaveLength(2_000)
    expect(notes).toEqual([{ note: 'tooMany', at: '' }])
    expect(performance.now() - begun).toBeLessThan(3_000)
  })

  it('takes hostile names and texts as text', () => {
    const properties = JSON.parse(
      `{${naughty.map((text) => `${JSON.stringify(text)}:{"type":"string","description":${JSON.stringify(text)}}`).join(',')}}`,
    ) as Json
    const { fields } = fieldsIn({ type: 'object', properties })
    expect(fields.length).toBeGreaterThan(400)
    expect(fields.every(({ path }) => path.length <= 256)).toBe(true)
    expect(fields.some(({ path }) => /^(__proto__|constructor|prototype)$/.test(path))).toBe(false)
    expect(({} as Json)['type']).toBeUndefined()
  })

  it('may be anything at all without an error', () => {
    const key = fc.constantFrom('type', 'properties', 'items', 'allOf', 'oneOf', 'required', '$ref', 'a', '__proto__')
    const leaf = fc.oneof(fc.constant('#/components/schemas/A'), fc.constant('object'), fc.jsonValue())
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie('schema'), { maxLength: 4 }),
        fc.dictionary(key, tie('schema'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        const { fields } = fieldsIn(one, { A: other })
        expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
      }),
    )
  })
})
