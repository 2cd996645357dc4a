/** What the page must have before its first paint: the colours, the kept choice of them, and the chunks that a signed-in person needs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

import { rolesAsCss } from '../../src/theme/roles.ts'

type Insiders = {
  /** Modules, by the end of their paths, that every signed-in person needs. */
  readonly always: readonly string[]
  /** The module of a page, by the beginning of its address; the first that fits. */
  readonly pages: Readonly<Record<string, string>>
}

/** Runs before anything is painted. Whoever kept a session gets the chunks of the page beside the entry instead of after it. */
const early = (always: readonly string[], pages: readonly (readonly [string, readonly string[]])[]) =>
  // It is on every page, also that of whoever only signs in: names are short there, and in one text.
  [
    'try{',
    "var d=document,r=d.documentElement.dataset,t=localStorage.theme,s;if(t==='dark'||t==='light')r.theme=t;",
    // How the company looks, and how times and numbers are written: `look.service.ts`.
    'if(t=localStorage.zone)r.zone=t;if(t=localStorage.formats)r.formats=t;',
    'if(t=localStorage.brand){s=new CSSStyleSheet;s.replaceSync(t);d.adoptedStyleSheets=[s]}',
    // The studio lies below the page of a connector and takes little of it.
    `if(localStorage.session){var b=r.base,a=location.pathname.slice(b.length)||'/',p=${JSON.stringify(pages.map(([path, names]) => [path, names.join(' ')]))}.find(function(p){return(a==='/'?'/dashboard':a).startsWith(p[0])&&!/.studio$/.test(a)});`,
    `(${JSON.stringify(always.join(' '))}+(p?' '+p[1]:'')).split(' ').forEach(function(h){`,
    "var l=document.createElement('link');l.rel='modulepreload';l.href=b+'/assets/'+h+'.js';document.head.append(l)})}",
    '}catch(e){}',
  ].join('')

/** Characters from which on a chunk is named for a page that is not the first: the others come with what imports them. */
const worth = 1_500

/** The typeface of the console: Latin letters of every weight. */
const fontPath = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/**
 * Inter, and a system font in its measures until it is there, so that no line moves when it comes. The figures were measured in Chromium on a text of
 * the console of 200 letters: Inter is 1.0667 times as wide as Arial (Liberation Sans); its ascent is 0.969 and its descent 0.241 of the size.
 */
const fontCss = (url: string) =>
  [
    `@font-face{font-family:'Inter Variable';font-style:normal;font-weight:100 900;font-display:swap;src:url(${url}) format('woff2')}`,
    "@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans');",
    'size-adjust:106.67%;ascent-override:90.82%;descent-override:22.61%;line-gap-override:0%}',
  ].join('')

export function earlyPage({ always, pages }: Insiders): Plugin {
  let script = early([], [])
  let fontUrl = `/${fontPath}`
  return {
    name: 'early-page',
    generateBundle(_, bundle) {
      const common = chunksOf(bundle, always)
      const isWorth = (path: string, name: string) => path === '/dashboard' || codeOf(bundle, name).length >= worth
      const ofPage = Object.entries(pages).map(([path, module]) => {
        const names = chunksOf(bundle, [module]).filter((name) => !common.includes(name))
        return [path, names.filter((name) => isWorth(path, name))] as const
      })
      script = early(common, ofPage)
      const font = readFileSync(fontPath)
      const fontFile = `assets/inter-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`
      this.emitFile({ type: 'asset', fileName: fontFile, source: font })
      fontUrl = `/${fontFile}`
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: fontUrl, crossorigin: true },
          injectTo: 'head',
        },
        {
          tag: 'style',
          attrs: { nonce: '__CSP_NONCE__' },
          children: `${fontCss(fontUrl)}${rolesAsCss()}${pageCss()}`,
          injectTo: 'head',
        },
        // In the page itself, which saves a round trip: `console-files.ts` allows it by its hash.
        { tag: 'script', children: script, injectTo: 'head-prepend' },
      ],
    },
  }
}

const pageCss = () =>
  readFileSync(new URL('../../src/theme/page.css', import.meta.url), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};:,]) ?/g, '$1')

function codeOf(bundle: Rolldown.OutputBundle, name: string): string {
  const chunk = bundle[`assets/${name}.js`]
  return chunk?.type === 'chunk' ? chunk.code : ''
}

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
  return [...inside].filter((name) => !entry.has(name)).map((name) => basename(name, '.js'))
}
