/** Which mapped paths the records of a run do not contain, and how few of them are looked at to know it. */
import { describe, expect, it } from 'vitest'
import type { ReadingLine } from '#server/engine/kit/plan.ts'
import { type Absence, absenceAfter, absenceNote } from '#server/engine/mapping/unmet.ts'

const key = (name: string) => [{ kind: 'name' as const, name }]
const line = (at: number, ...names: readonly string[]): ReadingLine => ({
  at,
  sources: names.map(key),
  target: key(`to_${names[0] ?? ''}`),
})
const nothing: Absence = { unmet: null, since: null }

const looking = (records: readonly unknown[]) => {
  const looked: number[] = []
  const recordAt = (at: number) => {
    looked.push(at)
    return records[at] === null ? null : { record: records[at] }
  }
  return { count: records.length, recordAt, looked }
}

const absenceOf = (lines: readonly ReadingLine[], ...pages: readonly (readonly unknown[])[]) =>
  pages.reduce<Absence>((known, page) => absenceAfter(lines, known, looking(page)), nothing)

const times = (count: number, record: unknown) => Array<unknown>(count).fill(record)

describe('a mapped path', () => {
  it('that the last 100 records lack is told with how many they are, across pages; with 99 it is not', () => {
    const lines = [line(0, 'id'), line(1, 'total')]
    const whole = { id: 1, total: 2 }
    const sentence = 'records didn\'t contain "total", which is mapped to "to_total". Earlier records did.'
    expect(absenceNote(lines, absenceOf(lines, [whole, ...times(49, { id: 1 })], times(50, { id: 1 })))).toBe(null)
    expect(absenceNote(lines, absenceOf(lines, [whole, ...times(50, { id: 1 })], times(50, { id: 1 })))).toBe(
      `The last 100 ${sentence}`,
    )
    const back = absenceOf(lines, [whole], times(1_500, { id: 1 }), [whole, { id: 1 }])
    expect(absenceNote(lines, back)).toBe(null)
    expect(absenceNote(lines, absenceOf(lines, [whole], times(1_500, { id: 1 })))).toBe(`The last 1,500 ${sentence}`)
  })

  it('of a rule with several sources is there while one of them is', () => {
    const lines = [line(0, 'a', 'b')]
    expect(absenceNote(lines, absenceOf(lines, [{ a: 1 }], times(200, { b: 1 })))).toBe(null)
    expect(absenceNote(lines, absenceOf(lines, [{ a: 1 }], times(200, {})))).toContain('"a" or "b", which is mapped to')
  })

  it('that no record had is told as such, and a record that the mapping does not read counts for nothing', () => {
    const lines = [line(0, 'a'), line(2, 'c')]
    expect(absenceOf(lines, [null, null])).toEqual(nothing)
    const absence = absenceOf(lines, [{ a: 1 }, ...times(150, null)], times(150, {}))
    expect(absence.unmet).toEqual([2])
    expect(absenceNote(lines, absence)).toBe(
      'No record contained "c", which is mapped to "to_c". The last 150 records didn\'t contain "a", which is mapped to "to_a". Earlier records did.',
    )
  })

  it('costs one look at one record of a page while its last record has it', () => {
    const page = looking(times(1_000, { a: 1 }))
    expect(absenceAfter([line(0, 'a'), line(1, 'a')], { unmet: [], since: [0, 0] }, page)).toEqual({ unmet: [], since: [0, 0] })
    expect(new Set(page.looked)).toEqual(new Set([999]))
  })

  it('is told by name five times at the most', () => {
    const lines = Array.from({ length: 7 }, (_, at) => line(at, `f${at}`))
    const note = absenceNote(lines, { unmet: [], since: Array<number>(7).fill(100) }) ?? ''
    expect(note.match(/The last 100 records/g)).toHaveLength(5)
    expect(note).toContain("The last records didn't contain 2 more mapped paths either. Earlier records did.")
  })
})
