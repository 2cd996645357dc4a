/** Different names of a JSON document are counted before anything is made of it (finding T8). */
import { describe, expect, it } from 'vitest'

import { postgresqlColumn } from '#server/engine/kinds/database/postgresql/postgresql-values.ts'
import { hasTooManyNames, namesMax } from '#server/platform/json/names.ts'
import { named } from '../../engine/kit/named.ts'

// Two names may be taken for one, so nobody knows the limit to the last name.
const manyNames = namesMax + 1000
const many = named(manyNames)
const few = named(namesMax)

describe('a document has too many names', () => {
  it.each<[string, string, boolean]>([
    ['in one object', many, true],
    ['and no more', few, false],
    ['in many objects', `[${Array.from({ length: manyNames }, (_, at) => `{"n${at}" : {}}`).join(',\n')}]`, true],
    ['that are one and the same', `[${'{"a":0,"b":1},'.repeat(100_000)}0]`, false],
    ['that are values', `[${Array.from({ length: manyNames }, (_, at) => `"n${at}"`).join(',')}]`, false],
    ['within a text', JSON.stringify({ text: many }), false],
    ['with escapes', `[${Array.from({ length: manyNames }, (_, at) => `{"\\"\\\\${at}":0}`).join(',')}]`, true],
    ['before it breaks off', `${many.slice(0, -1)},"`, true],
    ['of quotes alone', '"'.repeat(1_000_000), false],
    ['of backslashes', `"${'\\'.repeat(1_000_000)}`, false],
  ])('%s', (_, document, is) => {
    expect(hasTooManyNames(document)).toBe(is)
    expect(hasTooManyNames(Buffer.from(document))).toBe(is)
  })
})

describe('names are told apart by every key a process may draw', () => {
  it.each([0, 1, 3, 8, 2 ** 12, 2 ** 16 + 1, 2 ** 20 + 1, 2 ** 30, 2 ** 31 + 1, 2 ** 32 - 1])('factor %d', (factor) => {
    for (const seed of [0, 1, 0x9e3779b9]) expect(hasTooManyNames(many, { seed, factor })).toBe(true)
  })
})

describe('JSON in a column', () => {
  const column = postgresqlColumn('it', 114)

  it.each([
    [many, 'its JSON has more than 50000 different field names'],
    ['['.repeat(65) + ']'.repeat(65), 'its JSON is nested deeper than 64 levels'],
    [`[${'[],'.repeat(4_000_001)}0]`, "its JSON can't be read (It contains more than 4000000 values.)"],
  ])('is refused by name %#', (text, why) => expect(() => column.read(text)).toThrow(why))

  it('is read with 50,000 names', () => expect(Object.keys(column.read(few) as object)).toHaveLength(namesMax))
})
