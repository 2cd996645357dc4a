/** What a person loads before a page shows: gzipped bytes of JavaScript, from the manifest of the build. `node scripts/bundle-size.ts` prints the table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Gzipped bytes of JavaScript at most. */
export const bars = { '/sign-in': 106_400, '/dashboard': 174_400 } as const

const modules = {
  '/sign-in': ['index.html'],
  '/dashboard': [
    'index.html',
    // Groups of `vite.config.ts`.
    '_inside',
    '_dashboard',
  ],
} as const satisfies Record<keyof typeof bars, readonly string[]>

type Chunk = { readonly file: string; readonly imports?: readonly string[] }

/** The script files of a page, each once, as paths inside the folder of the build. */
export function scriptsOf(page: keyof typeof bars, folder: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name] ?? manifest[Object.keys(manifest).find((key) => key.startsWith(`${name}-`)) ?? '']
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}.`)
    if (found.has(chunk.file)) return
    found.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  modules[page].forEach(visit)
  return [...found]
}

/** Gzipped bytes, at the level that the build compresses with. */
export const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length

if (process.argv[1] === import.meta.filename) {
  const folder = join(import.meta.dirname, '../dist/console')
  for (const [page, bar] of Object.entries(bars)) {
    const sizes = scriptsOf(page as keyof typeof bars, folder).map((file) => [file, gzipped(join(folder, file))] as const)
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    console.log(`${page}  ${total} bytes of ${bar}`)
    for (const [file, size] of sizes) console.log(`  ${String(size).padStart(6)}  ${file}`)
    if (total > bar) process.exitCode = 1
  }
}
