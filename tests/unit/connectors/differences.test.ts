import { expect, it } from 'vitest'

import { differencesOf } from '#server/features/connectors/problems/differences.ts'

const people = (phones: readonly unknown[]) => phones.map((phone, at) => ({ id: at, name: `N${at}`, contact: { phone } }))
const lines = (lost: readonly unknown[], delivered: readonly unknown[], hint = '') =>
  differencesOf(lost, delivered, hint).map(
    (it) => `${it.path} ${it.trait} ${it.lost}/${it.delivered}${it.value && ` ${it.value}`}`,
  )

it('names the trait that lost records have and delivered ones do not, with how many of each', () => {
  const delivered = people(['+4930100042', '+3906100051', '+33110005'])
  expect(lines(people(['+49 30', '+39 06', '+42 02']), delivered)).toEqual(['contact.phone space 3/0'])
  expect(lines(people(['', '']), delivered)).toContain('contact.phone empty 2/0')
  expect(lines(people([null, null]), delivered)).toContain('contact.phone null 2/0')
  expect(lines(people([12, 13]), delivered)).toContain('contact.phone other-type 2/0')
  expect(lines(people(['+49301000421', '+39061000512']), delivered)).toContain('contact.phone longer 2/0')
  expect(lines([{ id: 1 }, { id: 2 }], delivered)).toContain('contact.phone missing 2/0')
  expect(lines(people(['+4930', '+4930']), delivered)).toContain('contact.phone same 2/0 +4930')
})

it('tells nothing where delivered records have the trait too, or there is nothing to compare with', () => {
  expect(lines(people(['a b', 'c d']), people(['e f', 'gh', 'ij'])).filter((it) => it.includes('space'))).toEqual([])
  expect(lines(people(['a b']), [])).toEqual([])
  expect(lines([], people(['a']))).toEqual([])
  expect(lines(people(['x y', 'x', 'x', 'x']), people(['z'])).filter((it) => it.includes('space'))).toEqual([])
})

it('puts the field that the destination named first, and says of one record alone no value', () => {
  const lost = [
    { a: 'x y', zip: 'q r' },
    { a: 's t', zip: 'u v' },
  ]
  const delivered = [{ a: 'xyz', zip: 'zyx' }]
  expect(lines(lost, delivered, '{"field":"zip"}')).toEqual(['zip space 2/0', 'a space 2/0'])
  expect(lines([{ a: 'q', zip: 'r' }], delivered)).toEqual([])
})
