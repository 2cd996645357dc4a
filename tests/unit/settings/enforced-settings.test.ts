/** Every setting that can be saved has a line that obeys it and a test that turns it. A setting without one fails here. `next-areas.md` B. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SettingsChange } from '#contract/settings/system-settings.ts'

type Schema = {
  readonly type?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly anyOf?: Schema[]
}

/** The names of everything that a form can change. */
function namesIn(schema: Schema, at: string): string[] {
  const inner = schema.items ?? schema.anyOf?.find(({ properties }) => properties) ?? schema
  if (inner.properties === undefined) return [at]
  return Object.entries(inner.properties).flatMap(([name, each]) => namesIn(each, `${at}.${name}`))
}

/** A file with words of the line that obeys, and a file with the title of the test that sees it. */
type Place = { readonly line: readonly [file: string, words: string]; readonly proof: readonly [file: string, title: string] }
const of =
  (settings: string) =>
  (words: string, file: string, title: string, test: string): Record<string, Place> =>
    Object.fromEntries(
      settings.split(' ').map((name) => [name, { line: [file, words], proof: [`tests/${test}`, title] } satisfies Place]),
    )

const security = 'server/settings/security-settings.test.ts'
const passwords = 'server/settings/password-policy.test.ts'
const sessions = 'server/platform/security/sessions.repository.ts'
const policy = 'server/platform/security/security-policy.ts'
const rules = 'contract/auth/password.ts'
const chosen = 'holds when a password is changed, reset, and chosen by an invitation'
const classes = 'asks for its characters where it is on, and not where it is off'
const ends = 'end after so many minutes without use'

const places: Record<string, Place> = {
  ...of('mfa.enforceForAll')('!mfa.enforceForAll', policy, 'lets people in until the grace period is over', security),
  ...of('mfa.gracePeriodDays')('mfa.gracePeriodDays *', policy, 'counts the grace from when it was switched on', security),
  ...of('mfa.allowedMethods')('allowedMethods.some', policy, 'refuses methods that are not allowed', security),
  ...of('sessionManagement.maxSessionDuration')("within('s.created_at', 'c.session_max_minutes')", sessions, ends, security),
  ...of('sessionManagement.sessionTimeout')("within('s.last_used_at', 'c.session_idle_minutes')", sessions, ends, security),
  ...of('sessionManagement.allowMultipleSessions')('not (c.session_single', sessions, ends, security),
  ...of('passwordPolicy.minLength')('length < policy.minLength', rules, chosen, passwords),
  ...of('passwordPolicy.requireUppercase')('policy.requireUppercase &&', rules, classes, passwords),
  ...of('passwordPolicy.requireLowercase')('policy.requireLowercase &&', rules, classes, passwords),
  ...of('passwordPolicy.requireNumbers')('policy.requireNumbers &&', rules, classes, passwords),
  ...of('passwordPolicy.requireSpecialChars')('policy.requireSpecialChars &&', rules, classes, passwords),
  ...of('passwordPolicy.passwordHistoryCount')(
    'listEarlierPasswords(db, account',
    'server/features/auth/next-password.ts',
    'remembers as many passwords as it says',
    passwords,
  ),
  ...of('passwordPolicy.maxPasswordAge')(
    'expiry <= facts.beganAt',
    policy,
    'asks for another one at the next sign-in after its age',
    passwords,
  ),
}

/** Sections whose settings are listed here one by one; those of the others have their own tests. */
const listed = ['securitySettings'] as const

it('has a line of the server and a test for every setting', () => {
  const settings = listed.flatMap((section) =>
    namesIn(SettingsChange.properties[section] as Schema, '').map((name) => name.slice(1)),
  )
  expect(Object.keys(places).toSorted()).toEqual(settings.toSorted())
  const missing = Object.entries(places).flatMap(([setting, { line, proof }]) =>
    [line, proof].flatMap(([file, words]) =>
      readFileSync(file, 'utf8').includes(words) ? [] : [`${setting}: "${words}" is not in ${file}`],
    ),
  )
  expect(missing).toEqual([])
})
