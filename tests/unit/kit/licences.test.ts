/** Licences of packages: which are accepted, and what is said of the others. */
import { expect, it } from 'vitest'
import { licenceFaults, licenceOf } from '../../../scripts/licences.ts'

const faultsOf = (licence: string | null) => licenceFaults([{ name: 'doctored', version: '1.0.0', licence }], [])

it.each(['MIT', 'EPL-2.0 OR GPL-3.0-or-later', '(MIT AND Zlib)', 'MIT OR Apache-2.0'])('accepts %s', (licence) => {
  expect(faultsOf(licence)).toEqual([])
})

it.each(['GPL-3.0-or-later', 'AGPL-3.0-only', 'MIT AND GPL-2.0-only', 'SSPL-1.0', 'UNLICENSED', 'MIT and ISC', 'See LICENSE'])(
  'names a package under %s',
  (licence) => expect(faultsOf(licence)).toEqual([`doctored 1.0.0: the licence is "${licence}"`]),
)

it('names a package that states none', () => {
  for (const manifest of [{}, { license: '' }, { licenses: [] }]) {
    expect(faultsOf(licenceOf(manifest))).toEqual(['doctored 1.0.0: no licence is stated'])
  }
})

it('reads the old spellings of the field', () => {
  expect(licenceOf({ license: { type: 'ISC' } })).toBe('ISC')
  expect(licenceOf({ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0-only' }] })).toBe('MIT OR GPL-2.0-only')
})

it('an exception holds for what the package said when a person read it, and no longer', () => {
  const exception = { name: 'doctored', states: null, reason: 'Its LICENSE file is the MIT licence.' }
  const other = { name: 'doctored', version: '2.0.0', licence: 'AGPL-3.0-only' }
  expect(licenceFaults([{ ...other, licence: null }], [exception])).toEqual([])
  expect(licenceFaults([other], [exception])).toEqual([
    'doctored 2.0.0: the licence is "AGPL-3.0-only"',
    'doctored with "null" is an exception that no package needs',
  ])
})
