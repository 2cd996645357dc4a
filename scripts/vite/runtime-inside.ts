/** The few helpers of the bundler stand in a chunk of their own, which every page loads: here they move into a chunk that every page loads anyway. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The name of a helper in the chunk that takes it: minified code has none that is as long. */
const own = (name: string) => `rolldown_${name}`
const isText = (name: string) => /\.(js|html|json)$/.test(name)

/** @param host the group of `vite.config.ts` whose chunk takes the helpers. */
export function runtimeInside(host: string): Plugin {
  return {
    name: 'runtime-inside',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(isText)
      const fileOf = (start: string) => {
        const path = names.find((name) => name.startsWith(`assets/${start}-`))
        if (path === undefined) throw new Error(`The build has no chunk ${start}.`)
        return path.slice('assets/'.length)
      }
      const runtime = fileOf('rolldown-runtime')
      const into = fileOf(host)
      const code = readFileSync(join(dir, 'assets', runtime), 'utf8')
      const [body = '', exported = ''] = code.trim().replace(/\};?$/, '').split('export{')
      const pairs = exported.split(',').map((pair) => pair.split(' as '))
      const returned = pairs.map(([inner = '', outer = inner]) => `${outer}:${inner}`).join()
      const outers = pairs.map(([inner = '', outer = inner]) => outer)
      const helpers = `const{${outers.map((it) => `${it}:${own(it)}`).join()}}=(()=>{${body}return{${returned}}})();export{${outers.map(own).join()}};`
      /** Names as they are imported, under their names in the chunk that takes them. */
      const renamed = (names: string) =>
        names.split(',').map((name) => {
          const [outer = '', inner = outer] = name.trim().split(' as ')
          return [own(outer), inner] as const
        })
      for (const name of names) {
        const path = join(dir, name)
        const text = readFileSync(path, 'utf8')
        if (!text.includes(runtime)) continue
        const isHost = name === `assets/${into}`
        const changed = text
          .replace(`import"./${runtime}";`, '')
          .replace(/import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/, (_, imported: string) =>
            isHost
              ? `${helpers}const ${renamed(imported)
                  .map(([outer, inner]) => `${inner}=${outer}`)
                  .join()};`
              : `import{${renamed(imported)
                  .map(([outer, inner]) => `${outer} as ${inner}`)
                  .join()}}from"./${into}";`,
          )
        writeFileSync(path, named(name, changed, runtime, into))
      }
      rmSync(join(dir, 'assets', runtime))
    },
  }
}

/** A file whose other mentions of the helpers' chunk name the chunk that took them. */
function named(name: string, text: string, runtime: string, into: string): string {
  if (name.endsWith('.html')) return text.replace(/ *<link rel="modulepreload"[^>]*rolldown-runtime-[^>]*>\n/, '')
  if (!name.endsWith('manifest.json')) return text.replaceAll(runtime, into)
  const manifest: Record<string, { imports?: string[] }> = JSON.parse(text)
  delete manifest[`_${runtime}`]
  for (const chunk of Object.values(manifest)) {
    const imports = chunk.imports?.filter((it) => it !== `_${runtime}`)
    if (imports !== undefined) chunk.imports = imports
  }
  return JSON.stringify(manifest, null, 2)
}
