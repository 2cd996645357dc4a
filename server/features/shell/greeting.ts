/** The greeting on standard output after a start: address, sign-in details and, on a terminal, what to do next. */
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Seeded } from './demo/seed.ts'

type Started = {
  readonly database: Pick<Database, 'kind' | 'serverVersion'>
  readonly seeded: Seeded | null
  readonly setupToken: string | null
}

/** @param isTerminal whether a person reads the output on a terminal. */
export function greeting(
  { publicUrl, role }: Pick<Config, 'publicUrl' | 'role'>,
  { seeded, setupToken, database }: Started,
  isTerminal: boolean,
): string {
  const store = database.kind === 'embedded' ? 'the embedded database' : 'PostgreSQL'
  const does = role === 'both' ? 'API and engine' : role
  const lines = ['', `Datacrane is ready at ${publicUrl} (${does}, ${store} ${database.serverVersion})`]
  const people = role !== 'worker' && seeded && seeded.kind !== 'other' ? seeded : null
  if (people) {
    // A given password is not printed: the output of a service is stored, and read by more people than its settings.
    const password = people.kind === 'made' ? ` / ${people.password}` : ''
    lines.push(...people.people.map(({ email, role: of }) => `Sign in: ${email}${password}  (${of})`))
    if (people.kind === 'given') lines.push('Use the password in DEMO_PASSWORD.')
    if (people.kind === 'made') lines.push('This password is not shown again. Set DEMO_PASSWORD to change it.')
    if (people.kind === 'known') lines.push('This start did not change the password. Set DEMO_PASSWORD to change it.')
  }
  if (setupToken !== null) {
    lines.push(`Open ${publicUrl} to set up the operator.`)
    lines.push(`Setup token: ${setupToken}`)
    lines.push('The token works once, within 24 hours. The next start prints a new token.')
  }
  if (isTerminal) {
    const next = setupToken === null && role !== 'worker' ? [`Next: open ${publicUrl} in a browser and sign in.`] : []
    lines.push('', ...next, 'Press Ctrl-C to stop. Log messages follow.', '')
  }
  return `${lines.join('\n')}\n`
}
