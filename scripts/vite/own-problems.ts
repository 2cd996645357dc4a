/** The browser carries the sentences that the console itself may have to say; those of the server come with its answers. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

import { catalogue } from '../../contract/problem-catalogue.ts'

/** What the catalogue is put together from; what the console does not say of it is not carried. */
const pieces = /^import \{ \w+(?:Problems|Failures) \} from '[^']+'\n/gm

/** What tells of every problem: it is loaded with the help, and holds all of them itself. */
const teller = '/contract/help/error-articles.ts'
const tellersImport = /import \{ catalogue \} from '\.\.\/problem-catalogue\.ts'/

const whole = /export const catalogue = \{[\s\S]*?\n\} as const satisfies Record<string, Entry>/

/** What the first load of a page outside is made of. */
const first = [
  'src/app/{main,routes,place-for,public-paths,public-routes}.{ts,tsx}',
  'src/services/kit/{api-client,page,actor,inspection}.ts',
  'src/services/auth/session.{actors,service,storage}.ts',
  'src/services/auth/challenge.service.ts',
  'src/services/auth/tab.storage.ts',
  'src/services/shell/appearance.actors.ts',
  'src/machines/kit/{field-fault,is-email-like,known,unprovided-actor}.ts',
  'src/machines/auth/sign-in/session.*.ts',
  'src/machines/auth/mfa/challenge.*.ts',
  'src/machines/shell/appearance.*.ts',
  'src/views/auth/sign-in/Session*.tsx',
  'src/views/auth/sign-in/SignIn*.tsx',
  'src/views/auth/{sign-in/Question,mfa/ChallengeForm,mfa/NoChallenge,mfa/Resend}.tsx',
  'src/views/kit/{first-shown,use-link-token,use-place}.ts',
  'src/views/connectors/runs/use-time-choice.ts',
]
const module = JSON.stringify(join(import.meta.dirname, '../../contract/problem-catalogue.ts'))

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
    transform(code, id) {
      if (id.includes('/src/')) {
        const named = codesIn(code).filter(isLate)
        if (named.length === 0) return null
        const entries = entriesOf((it) => named.includes(it))
        return {
          code: `import { catalogue as knownProblems } from ${module}\nObject.assign(knownProblems, ${entries})\n${code}`,
          map: null,
        }
      }
      if (id.endsWith(teller)) {
        if (!tellersImport.test(code)) throw new Error(`${teller} has no catalogue where this plugin looks for it`)
        return { code: code.replace(tellersImport, () => `const catalogue = ${entriesOf(() => true)}`), map: null }
      }
      if (!id.endsWith('/contract/problem-catalogue.ts')) return null
      if (!whole.test(code)) throw new Error('contract/problem-catalogue.ts has no catalogue where this plugin looks for it')
      const own = `export const catalogue = ${entriesOf((it) => early.has(it))}`
      return { code: code.replace(pieces, '').replace(whole, () => own), map: null }
    },
  }
}
