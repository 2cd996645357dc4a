/** Reads the licence of every installed package, those for development too: the console's packages are part of what is served. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'

/** Of a choice ("EPL-2.0 OR GPL-3.0"), one accepted licence is enough. GPL and AGPL are not accepted: they would apply to the product. */
const accepted = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
    'Zlib',
  ],
  // Fonts, and what Python's licence covers.
  ...['OFL-1.1', 'PSF-2.0', 'Python-2.0'],
  // Lists of licences, as data.
  'CC-BY-3.0',
  // They apply to the files of the package alone, which this project does not change.
  ...['EPL-2.0', 'MPL-2.0'],
]

/** `states`: what the package says about itself, so that a version that says something else is looked at again. */
type Exception = { readonly name: string; readonly states: string | null; readonly reason: string }

const exceptions: readonly Exception[] = [
  { name: 'png-js', states: null, reason: 'Its LICENSE file is the MIT licence.' },
  {
    name: 'dejavu-fonts-ttf',
    states: 'SEE LICENSE IN README.md AND LICENSE',
    reason: 'The licence of Bitstream Vera: the fonts may be used, embedded and redistributed; they may not be sold alone.',
  },
  { name: '@visx/vendor', states: 'MIT and ISC', reason: 'Both are accepted; "and" is not written as SPDX has it.' },
  { name: 'uri-templates', states: 'http://geraintluff.github.io/tv4/LICENSE.txt', reason: 'Its README says public domain.' },
  { name: 'xml-escape', states: 'MIT License', reason: 'Its LICENSE file is the MIT licence.' },
]

export type Installed = { readonly name: string; readonly version: string; readonly licence: string | null }

function isAccepted(licence: string): boolean {
  try {
    return satisfies(licence, accepted)
  } catch {
    // Not an expression of SPDX: a person has to read it.
    return false
  }
}

/** One line for each thing that is wrong. */
export function licenceFaults(packages: readonly Installed[], known: readonly Exception[] = exceptions): string[] {
  const unused = new Set(known)
  const faults = packages.flatMap(({ name, version, licence }) => {
    const exception = known.find((each) => each.name === name && each.states === licence)
    if (exception) unused.delete(exception)
    if (exception || (licence !== null && isAccepted(licence))) return []
    return [`${name} ${version}: ${licence === null ? 'no licence is stated' : `the licence is "${licence}"`}`]
  })
  const stale = [...unused].map(({ name, states }) => `${name} with "${states}" is an exception that no package needs`)
  return [...faults, ...stale]
}

type Manifest = {
  readonly license?: string | { readonly type?: string }
  readonly licenses?: readonly { readonly type?: string }[]
}

export function licenceOf({ license, licenses }: Manifest): string | null {
  const stated = typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type = '' }) => type).join(' OR '))
  return stated?.trim() || null
}

type Lock = { readonly packages: Readonly<Record<string, { readonly name?: string; readonly version?: string }>> }

export function readInstalled(root: string): Installed[] {
  const { packages }: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { name, version = '' }]) => {
    const file = join(root, path, 'package.json')
    // Packages for other systems are in the lock file and are not installed.
    if (path === '' || !existsSync(file)) return []
    const [last = ''] = path.split('node_modules/').slice(-1)
    return [{ name: name ?? last, version, licence: licenceOf(JSON.parse(readFileSync(file, 'utf8'))) }]
  })
}

if (import.meta.main) {
  const installed = readInstalled(join(import.meta.dirname, '..'))
  const faults = licenceFaults(installed)
  for (const fault of faults) console.error(fault)
  console.log(
    `${installed.length} packages have a licence that is accepted or explained${faults.length === 0 ? '' : `, except ${faults.length}`}.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
