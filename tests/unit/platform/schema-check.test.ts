/** A value outside a set of values: all of the set are named, whatever they are. */
import Type from 'typebox'
import { expect, it } from 'vitest'

import { checkExact } from '#server/platform/http/schema-check.ts'

const cards = Type.Object({ cards: Type.Union([Type.Literal(3), Type.Literal(4), Type.Literal(5)]) })

it('names every value that is allowed', () => {
  expect(checkExact(cards)({ cards: 6 })).toEqual([{ path: '/cards', message: 'must be one of 3, 4, 5' }])
})
