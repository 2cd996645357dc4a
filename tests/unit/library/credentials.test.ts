/** Saved secrets are found in what leaves a company, however many there are and however they touch each other. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createFinder } from '#server/features/connectors/secrets/credentials.ts'

/** Of letters that no form of a credential begins with. */
const secret = fc.string({ unit: fc.constantFrom('q', 'w', 'z', 'ü', '%'), minLength: 8, maxLength: 14 })
const around = fc.string({ unit: fc.constantFrom('-', ' ', '.'), maxLength: 6 })

describe('the search for saved secrets', () => {
  it('leaves none of them whole in a text, alone or overlapping', () => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 8 }), fc.array(around, { maxLength: 9 }), (secrets, gaps) => {
        const { scrubbed } = createFinder(secrets)
        const text = secrets.map((it, index) => (gaps[index] ?? '') + it).join('')
        for (const it of secrets) expect(scrubbed(text)).not.toContain(it)
        for (const it of secrets) expect(scrubbed(`a ${encodeURIComponent(it)} b`)).not.toContain(encodeURIComponent(it))
      }),
    )
  })

  it('takes away what one begins within another', () => {
    const { scrubbed } = createFinder(['qwzqwzqw12', 'zqw12-ending-34'])
    expect(scrubbed('before qwzqwzqw12-ending-34 after')).toBe('before removed after')
  })

  it('marks two that stand side by side as two', () => {
    expect(createFinder(['first-one-1', 'second-one-2']).scrubbed('first-one-1second-one-2')).toBe('removedremoved')
  })

  it('finds the oldest of thousands', () => {
    const { scrubbed } = createFinder(Array.from({ length: 5_000 }, (_, index) => `canary-of-${index}-zz`))
    expect(scrubbed('x canary-of-0-zz y canary-of-4999-zz')).toBe('x removed y removed')
  })
})
