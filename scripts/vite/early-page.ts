/** What the page must have before its first paint: the colours, the kept choice of them, and the chunks that a signed-in person needs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

import { rolesAsCss } from '../../src/theme/roles.ts'

const early = (preloads: readonly string[]) =>
  [
    'try{',
    "var t=localStorage.theme;if(t==='dark'||t==='light')document.documentElement.dataset.theme=t;",
    // Whoever kept a session sees the dashboard: its chunks load beside the entry instead of after it.
    `if(localStorage.session)${JSON.stringify(preloads)}.forEach(function(h){var l=document.createElement('link');l.rel='modulepreload';l.href=h;document.head.append(l)})`,
    '}catch(e){}',
  ].join('')

/** `insiders`: modules that every signed-in person needs, by the end of their paths. */
export function earlyPage(insiders: readonly string[]): Plugin {
  let fileName: string | null = null
  return {
    name: 'early-page',
    generateBundle(_, bundle) {
      const source = early(chunksOf(bundle, insiders))
      fileName = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'style', attrs: { nonce: '__CSP_NONCE__' }, children: `${rolesAsCss()}${pageCss()}`, injectTo: 'head' },
        fileName === null
          ? { tag: 'script', children: early([]), injectTo: 'head-prepend' }
          : { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
      ],
    },
  }
}

const pageCss = () =>
  readFileSync(new URL('../../src/theme/page.css', import.meta.url), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};:,]) ?/g, '$1')

/** The chunks that hold these modules and everything that they import statically, less what the entry brings anyway. */
function chunksOf(bundle: Rolldown.OutputBundle, insiders: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
  const withImports = (roots: readonly Rolldown.OutputChunk[]) => {
    const found = new Set<string>()
    const visit = (chunk: Rolldown.OutputChunk) => {
      if (found.has(chunk.fileName)) return
      found.add(chunk.fileName)
      for (const chunkIt of chunks) if (chunk.imports.includes(chunkIt.fileName)) visit(chunkIt)
    }
    roots.forEach(visit)
    return found
  }
  const entry = withImports(chunks.filter(({ isEntry }) => isEntry))
  const inside = withImports(chunks.filter(({ moduleIds }) => moduleIds.some((id) => insiders.some((end) => id.endsWith(end)))))
  return [...inside].filter((name) => !entry.has(name)).map((name) => `/${name}`)
}
