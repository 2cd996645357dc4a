/** The browser carries the sentences that the console itself may have to say; those of the server come with its answers. */
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

import { catalogue } from '../../contract/problem-catalogue.ts'

const whole = /export const catalogue = \{[\s\S]*?\n\} as const satisfies Record<string, Entry>/

/** Leaves in the built catalogue only the codes that `src/` makes problems of (and does not only compare), and the one for whatever was thrown. */
export function ownProblems(): Plugin {
  return {
    name: 'own-problems',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/contract/problem-catalogue.ts')) return null
      if (!whole.test(code)) throw new Error('contract/problem-catalogue.ts has no catalogue where this plugin looks for it')
      const named = globSync('src/**/*.{ts,tsx}').flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/(?<![=!]== )'([a-z-]+\/[a-z-]+)'/g)].map(([, it]) => it),
      )
      const kept = new Set(['bug/unexpected', ...named])
      const own = Object.fromEntries(Object.entries(catalogue).filter(([it]) => kept.has(it)))
      return { code: code.replace(whole, () => `export const catalogue = ${JSON.stringify(own)}`), map: null }
    },
  }
}
