/** Production installs what the server imports and nothing else: packages of the console are built into `dist` and are for development. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Packages that `npm ci --omit=dev --omit=optional` installs. The number makes a new package a visible decision. */
const packagesMax = 325
/** The bar of a production install, in bytes on the disk. */
const bytesMax = 300e6

const manifest: {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
} = JSON.parse(readFileSync('package.json', 'utf8'))
const lock: {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly optional?: true; readonly devOptional?: true }>>
} = JSON.parse(readFileSync('package-lock.json', 'utf8'))

const imports = [
  // Types are stripped before Node loads a file: a package that only has types is not needed.
  /(?:^|\n)(?:import|export)\s+(?!type\s)(?:[\w*{}\s,$]+\sfrom\s+)?'([^'.#][^']*)'/g,
  /\bimport\('([^'.#][^']*)'\)/g,
  /\bresolve\(`([^`.#$][^`]*)`\)/g,
  // A file of a package, by its whole name.
  /'((?:@[\w-]+\/)?[\w-]*noto-sans[\w-]*)[/']/g,
]

function packagesOf(...folders: string[]): Set<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const specifiers = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      imports.flatMap((pattern) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)),
    )
  const names = specifiers.map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '')
  return new Set(names.filter((name) => !name.startsWith('node:')))
}

const needed = packagesOf('server', 'contract')

it('every dependency is imported by the server, or is the font file of a document', () => {
  const unneeded = Object.keys(manifest.dependencies).filter((name) => !needed.has(name))
  expect(unneeded, 'move these to devDependencies').toEqual([])
})

it('every package that the server imports is a dependency', () => {
  expect([...needed].filter((name) => !(name in manifest.dependencies))).toEqual([])
})

it('Node is the only optional package: images leave it out and use their own', () => {
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['node'])
})

/** Bytes on the disk of the files of one package, without the packages inside. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).blocks * 512)
    }, 0)
}

it('a production install stays below its bars', () => {
  const paths = Object.entries(lock.packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path)
  const bytes = paths.filter(existsSync).reduce((sum, path) => sum + sizeOf(path), 0)
  process.stdout.write(`production: ${paths.length} packages, ${Math.round(bytes / 1e6)} MB\n`)
  expect(paths.length).toBeLessThanOrEqual(packagesMax)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(bytesMax)
})
