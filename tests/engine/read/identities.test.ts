/** Which records of a run came before. `faults.md` F18. */
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createIdentities } from '#server/engine/kit/identities.ts'

const pageOf = (records: readonly (readonly [key: string, text: string])[]) =>
  [records.map(([key]) => key), records.map(([, text]) => text), records.map(() => true)] as const

it('knows every record of an earlier page by its key and content, and no other', () => {
  const record = fc.tuple(fc.integer({ min: 0, max: 30 }).map(String), fc.constantFrom('a', 'b'))
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(record, { maxLength: 20, selector: String }), { maxLength: 40 }), (pages) => {
      const [seen, again, model] = [createIdentities(), createIdentities(), new Set<string>()]
      for (const page of pages) {
        const { kept, identities } = seen.sift(...pageOf(page))
        const isNew = page.map((it) => !model.has(String(it)))
        expect(kept ?? page.map(() => true)).toEqual(isNew)
        for (const it of page) model.add(String(it))
        // The next life takes over what was kept with the page, and knows as much.
        if (identities) again.add(identities)
        const whole = again.sift(...pageOf(page))
        expect([whole.kept ?? [], whole.identities]).toEqual([page.map(() => false), null])
      }
    }),
  )
})

it('grows past a hundred thousand, and calls none of them new a second time nor a new one old', () => {
  const seen = createIdentities()
  const page = (from: number) => pageOf(Array.from({ length: 1_000 }, (_, at) => [String(from + at), 'x']))
  for (let from = 0; from < 150_000; from += 1_000) expect(seen.sift(...page(from)).kept).toBeNull()
  for (let from = 0; from < 150_000; from += 50_000) {
    expect(seen.sift(...page(from)).kept?.some((it) => it)).toBe(false)
  }
})

it('takes a record without a key of its own as new each time', () => {
  const seen = createIdentities()
  for (const _ of [1, 2]) expect(seen.sift(['1'], ['x'], [false])).toEqual({ kept: null, identities: null })
})
