/** A payload as rows and columns, in their order, and as points of a chart. */
import { describe, expect, it } from 'vitest'

import { readJson } from '#src/machines/kit/json-read.ts'
import { samples } from '#src/machines/studio/renderer/samples.ts'
import { seriesOf } from '#src/machines/studio/renderer/series.ts'
import { cellText, type JsonTable, likelySource, rowSources, sorted, tableOf } from '#src/machines/studio/renderer/table.ts'

const wholeOf = (text: string) => {
  const read = readJson(text)
  if ('fault' in read) throw new Error(read.fault.reason)
  return read.value
}
const table = (text: string): JsonTable => {
  const source = likelySource(rowSources(wholeOf(text)))
  if (source === undefined) throw new Error('no rows')
  return tableOf(source)
}
const column = ({ rows }: JsonTable, path: string, of = rows) =>
  of.map(({ cells }) => {
    const value = cells.get(path)
    return value === undefined ? null : cellText(value)
  })

describe('rows', () => {
  it('are the items of a list, or else the longest list of objects within', () => {
    expect(table('[{"a":1},{"a":2}]').rows).toHaveLength(2)
    expect(table('{"data":{"items":[{"a":1},{"a":2},{"a":3}],"tags":["x","y","z","w"]},"others":[{},{}]}').rows).toHaveLength(3)
    expect(table('{"a":1}').rows).toHaveLength(1)
    expect(table('7').columns).toEqual([{ path: '', kind: 'number' }])
    expect(table('[]')).toEqual({ rows: [], columns: [], more: 0 })
  })

  it('can be those of each list that there is', () => {
    expect(rowSources(wholeOf(samples.customer)).map(({ path, rows }) => [path, rows.length])).toEqual([
      ['', 1],
      ['addresses', 2],
      ['orders', 4],
    ])
  })
})

describe('columns', () => {
  const text = `[
    {"id": 9007199254740993, "at": "2026-01-02T03:04:05Z", "who": {"name": "Ada", "age": 41}, "ok": true, "tags": ["a", 1.50], "x": 1},
    {"id": 9007199254740992.0, "at": "2026-01-01", "who": {"name": "Bo"}, "ok": null, "tags": [], "x": "one"},
    {"id": 3, "at": null, "who": null, "ok": false, "tags": [{"k": "v"}], "none": null}
  ]`

  it('go into objects, and say what kind they are', () => {
    expect(table(text).columns).toEqual([
      { path: 'id', kind: 'number' },
      { path: 'at', kind: 'time' },
      { path: 'who.name', kind: 'text' },
      { path: 'who.age', kind: 'number' },
      { path: 'ok', kind: 'yesNo' },
      { path: 'tags', kind: 'list' },
      { path: 'x', kind: 'mixed' },
      { path: 'who', kind: 'empty' },
      { path: 'none', kind: 'empty' },
    ])
  })

  it('hold each value as it was written', () => {
    const read = table(text)
    expect(column(read, 'id')).toEqual(['9007199254740993', '9007199254740992.0', '3'])
    expect(column(read, 'tags')).toEqual(['["a", 1.50]', '[]', '[{"k": "v"}]'])
    expect(column(read, 'who.age')).toEqual(['41', null, null])
    expect(cellText('x'.repeat(1_000))).toHaveLength(301)
    expect(cellText(wholeOf(`[${'1234567,'.repeat(1_000)}1]`)).length).toBeLessThan(330)
  })

  it('are as many as a table shows, and the rest is counted', () => {
    const wide = table(JSON.stringify([Object.fromEntries(Array.from({ length: 75 }, (_, at) => [`f${at}`, at]))]))
    expect([wide.columns.length, wide.more]).toEqual([60, 15])
  })

  it('are sorted by what they are, and what is missing stands last both ways', () => {
    const read = table(text)
    const order = (path: string, isDescending: boolean) => sorted(read.rows, path, isDescending).map(({ at }) => at)
    // The first two are one double and two numbers.
    expect(order('id', false)).toEqual([2, 1, 0])
    expect(order('id', true)).toEqual([0, 1, 2])
    expect(order('at', false)).toEqual([1, 0, 2])
    expect(order('at', true)).toEqual([0, 1, 2])
    expect(order('who.name', true)).toEqual([1, 0, 2])
    const words = table('[{"a":"item 10"},{"a":"item 9"},{}]')
    expect(column(words, 'a', [...sorted(words.rows, 'a', false)])).toEqual(['item 9', 'item 10', null])
  })
})

describe('a chart', () => {
  const rows = table(
    '[{"t":"2026-01-03","v":3},{"t":"2026-01-01","v":1.5},{"t":null,"v":9},{"t":"2026-01-02","v":null},{"t":"2026-01-04","v":1e999}]',
  )

  it('follows the rows, leaving out what is no number', () => {
    expect(seriesOf(rows, 'v', { by: 'rows' }, 100)).toEqual({
      points: [
        { at: 1, value: 3 },
        { at: 2, value: 1.5 },
        { at: 3, value: 9 },
      ],
      counted: 3,
      width: 0,
    })
  })

  it('follows a time, oldest first', () => {
    const { points } = seriesOf(rows, 'v', { by: 'time', path: 't' }, 100)
    expect(points).toEqual([
      { at: Date.parse('2026-01-01'), value: 1.5 },
      { at: Date.parse('2026-01-03'), value: 3 },
    ])
  })

  it('counts how many have about the same value', () => {
    const many = table(JSON.stringify([...Array.from({ length: 100 }, (_, at) => ({ v: at })), { v: 'none' }]))
    const { points, counted, width } = seriesOf(many, 'v', { by: 'count' }, 10)
    expect(points.map(({ value }) => value)).toEqual(new Array(20).fill(5))
    expect([counted, width, points[1]?.at]).toEqual([100, 4.95, 4.95])
    expect(seriesOf(table('[{"v":2},{"v":2}]'), 'v', { by: 'count' }, 10).points).toEqual([{ at: 2, value: 2 }])
    expect(seriesOf(rows, 't', { by: 'count' }, 10).points).toEqual([])
  })

  it('draws no more points than it has room for, and loses no peak', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => ({ v: at === 7_777 ? 1_000_000 : at === 3_333 ? -5 : at % 10 }))
    const { points, counted } = seriesOf(table(JSON.stringify(values)), 'v', { by: 'rows' }, 300)
    expect(counted).toBe(10_000)
    expect(points.length).toBeLessThanOrEqual(300)
    expect(points).toContainEqual({ at: 7_778, value: 1_000_000 })
    expect(points).toContainEqual({ at: 3_334, value: -5 })
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((one, other) => one - other))
  })
})
