/** The browser carries the sentences that the console itself may have to say; those of the server come with its answers. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

import { catalogue } from '../../contract/problem-catalogue.ts'

const whole = /export const catalogue = \{[\s\S]*?\n\} as const satisfies Record<string, Entry>/

/** What the first load of a page outside is made of. */
const first = [
  'src/*.{ts,tsx}',
  'src/routes/*.ts',
  'src/services/{http,page,port}.ts',
  'src/services/auth/*.ts',
  'src/machines/*.ts',
  'src/{machines,views}/{session,challenge,appearance}/**/*.{ts,tsx}',
  'src/wiring/{session,appearance,port}.ts',
]
const late = 'virtual:late-problems'

/** The codes that a text makes problems of (and does not only compare). */
const codesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![=!]== )'([a-z-]+\/[a-z-]+)'/g)].map(([, it]) => it ?? '').filter((it) => it in catalogue)

const codesOf = (paths: string | string[]) =>
  new Set(['bug/unexpected', ...globSync(paths).flatMap((path) => codesIn(readFileSync(path, 'utf8')))])

const entriesOf = (codes: (code: string) => boolean) =>
  JSON.stringify(Object.fromEntries(Object.entries(catalogue).filter(([code]) => codes(code))))

/** Leaves in the built catalogue only the codes that `src/` makes problems of; those that no first load needs come with the files that name them. */
export function ownProblems(): Plugin {
  const early = codesOf(first)
  const own = codesOf('src/**/*.{ts,tsx}')
  const isLate = (code: string) => own.has(code) && !early.has(code)
  return {
    name: 'own-problems',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === late ? `\0${late}` : null),
    load: (id) =>
      id === `\0${late}`
        ? `import { catalogue } from ${JSON.stringify(join(import.meta.dirname, '../../contract/problem-catalogue.ts'))}\nObject.assign(catalogue, ${entriesOf(isLate)})`
        : null,
    transform(code, id) {
      if (id.includes('/src/')) return codesIn(code).some(isLate) ? { code: `import '${late}'\n${code}`, map: null } : null
      if (!id.endsWith('/contract/problem-catalogue.ts')) return null
      if (!whole.test(code)) throw new Error('contract/problem-catalogue.ts has no catalogue where this plugin looks for it')
      return { code: code.replace(whole, () => `export const catalogue = ${entriesOf((it) => early.has(it))}`), map: null }
    },
  }
}
