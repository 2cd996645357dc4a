import { expect, it } from 'vitest'

import { affectedOf } from '#server/features/connectors/problems/affected.ts'
import { differencesOf, fixedBy } from '#server/features/connectors/problems/differences.ts'

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

it('names the sign that delivered values contain and lost ones do not, before what else is special about them', () => {
  const delivered = people(['+493010', '+390610', '+331100'])
  expect(lines(people(['0176 5', '0664 5', '0151 5']), delivered)).toEqual(['contact.phone without 3/0 +'])
})

it('measures on the records how many a change of the mapping would make like the delivered ones', () => {
  const delivered = people(['493010', '390610', '331100'])
  const fixed = (phones: readonly unknown[], trait: 'space' | 'other-type' | 'empty') =>
    fixedBy(people(phones), delivered, { path: 'contact.phone', trait })
  expect(fixed(['49301 ', '39061 ', '3311000000 '], 'space')).toBe(2)
  // Splitting would lose what follows.
  expect(fixed(['49 301', '39 061 ', ' 33061'], 'space')).toBe(0)
  expect(fixed([493010, {}], 'other-type')).toBe(1)
  expect(fixed(['', ''], 'empty')).toBeNull()
})

it('says whom a problem affects where that sets its records apart from delivered ones', () => {
  const customer = (country: string, day: number) => ({ id: day, address: { country }, createdAt: `2026-11-${10 + day}` })
  const lost = [customer('Germany', 14), customer('Germany', 15), customer('Austria', 16)]
  const delivered = [customer('France', 1), customer('Spain', 2), customer('Germany', 3), customer('Italy', 4)]
  expect(affectedOf(lost, delivered)).toEqual({
    values: {
      path: 'address.country',
      counts: [
        { value: 'Germany', count: 2 },
        { value: 'Austria', count: 1 },
      ],
    },
    since: { path: 'createdAt', at: '2026-11-24T00:00:00.000Z' },
  })
  expect(affectedOf(lost, [...lost, ...lost])).toBeNull()
  expect(affectedOf(lost.slice(1), delivered)).toBeNull()
  expect(affectedOf(lost, [])).toBeNull()
  expect(affectedOf([...lost, { id: 1 }], delivered)).toBeNull()
})
