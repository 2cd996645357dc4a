/** What is set for the company: API keys, sign-in rules, retention, addresses. Administrators see the same under System Settings. */
import type { IpWhitelisting } from '#contract/settings/ip-whitelist.ts'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import { never } from '#contract/settings/retention/retention-limits.ts'
import { findSecurity } from '../../../platform/security/security-policy.ts'
import { listApiKeys } from '../../settings/api-keys.repository.ts'
import { findSection } from '../../settings/company-settings.repository.ts'
import { readPolicy } from '../../settings/retention/retention-policy.ts'
import { countFactors, findSessionLimits } from '../../settings/security-settings.repository.ts'
import type { Scene } from '../scene.ts'
import { at, durationText, link, listed, plural, quote, type Speech } from '../speech.ts'
import { companyTopics, type Topic } from './company-settings.ts'

const keysListed = 5

async function sayKeys({ db, caller }: Scene, speech: Speech): Promise<void> {
  const page = '/system-settings?tab=api-keys'
  const keys = await listApiKeys(db, caller.companyId)
  const isUsable = (key: (typeof keys)[number]) => key.enabled && !key.is_expired
  if (keys.length === 0) speech.say('Your company has no API keys.')
  else
    speech.say(
      'Your company has ',
      ...speech.count('API keys', keys.length, page, 'API key'),
      ', ',
      speech.fact('API keys in use', keys.filter(isUsable).length, page),
      ' enabled:',
    )
  for (const key of keys.slice(0, keysListed)) {
    const end =
      key.expires_at === null ? [', never expires'] : [key.is_expired ? ', expired at ' : ', expires at ', at(key.expires_at)]
    const used = key.last_used_at === null ? [', never used'] : [', last used at ', at(key.last_used_at)]
    speech.item(quote(key.name), ' of ', quote(key.owner_name), key.enabled ? '' : ', disabled', ...end, ...used, '.')
  }
  speech.say(link(page, 'See API keys'))
}

const days = (speech: Speech, label: string, count: number) =>
  count === never ? ['forever'] : speech.count(label, count, '/system-settings?tab=retention', 'day')

async function sayRetention({ db, caller }: Scene, speech: Speech): Promise<void> {
  const policy: RetentionPolicy = await readPolicy(db, caller.companyId)
  if (!policy.enabled)
    speech.say('The retention policy is off, so nothing is deleted. Once switched on, it applies these periods:')
  else speech.say('The retention policy is on:')
  speech.item(
    'Runs, records and payloads: ',
    ...days(speech, 'Days of integration logs', policy.integrationLogs.retentionDays),
    '.',
  )
  speech.item('Audit log: ', ...days(speech, 'Days of the audit log', policy.auditLogs.retentionDays), '.')
  speech.item('Data of people who left: ', ...days(speech, 'Days of user data', policy.userData.retentionDays), '.')
  speech.item('Backups: ', ...days(speech, 'Days of backups', policy.backups.retentionDays), '.')
  speech.say(link('/system-settings?tab=retention', 'See the retention policy'))
}

const minute = 60_000

async function saySignIn({ db, caller, hasWord, words }: Scene, speech: Speech): Promise<void> {
  const page = '/system-settings?tab=security'
  const { mfa, passwordPolicy } = await findSecurity(db, caller.companyId)
  if (hasWord('password')) {
    const rules = [
      ...(passwordPolicy.requireUppercase ? ['an uppercase letter'] : []),
      ...(passwordPolicy.requireLowercase ? ['a lowercase letter'] : []),
      ...(passwordPolicy.requireNumbers ? ['a digit'] : []),
      ...(passwordPolicy.requireSpecialChars ? ['a special character'] : []),
    ]
    const with_ = rules.length === 0 ? [] : [', with ', ...listed(rules.map(quote), rules.length)]
    speech.say(
      'A password needs at least ',
      ...speech.count('Characters of a password', passwordPolicy.minLength, page, 'character'),
      ...with_,
      '.',
    )
    const age = passwordPolicy.maxPasswordAge
    if (age === 0) speech.say('Passwords never expire.')
    else speech.say('A password expires after ', ...speech.count('Days of a password', age, page, 'day'), '.')
  } else if (hasWord('session', 'idl', 'timeout') || words.includes('logged')) {
    const { sessionTimeout, maxSessionDuration } = await findSessionLimits(db, caller.companyId)
    const [idle, longest] = [durationText(sessionTimeout * minute), durationText(maxSessionDuration * minute)]
    speech.say('A session ends after ', speech.fact('Idle time', idle, page), ' without use.')
    speech.say('The longest session is ', speech.fact('Longest session', longest, page), '.')
  } else {
    const { people, byMethod } = await countFactors(db, caller.companyId)
    const having = Math.max(0, ...Object.values(byMethod))
    speech.say(
      mfa.enforceForAll
        ? 'Multi-factor authentication is required for everyone.'
        : 'Multi-factor authentication is not required.',
    )
    if (having === 0) speech.say('No one has set it up.')
    else
      speech.say(
        'At least ',
        speech.fact('People with a second factor', having, page),
        ' of ',
        ...speech.count('People', people, page, 'person', 'people'),
        ` ${plural(people, 'has', 'have')} set it up.`,
      )
  }
  speech.say(link(page, 'See security settings'))
}

async function sayAddresses({ db, caller }: Scene, speech: Speech): Promise<void> {
  const page = '/system-settings?tab=ip-whitelist'
  const { value } = await findSection(db, { companyId: caller.companyId, section: 'ipWhitelisting' })
  const { enabled = false, allowedIPs = [], blockUnknownIPs = false } = (value ?? {}) as Partial<IpWhitelisting>
  if (!enabled) speech.say('IP whitelisting is off, so every address is allowed.')
  else speech.say(`IP whitelisting is on. Other addresses are ${blockUnknownIPs ? 'blocked' : 'recorded, but not blocked'}.`)
  speech.say('The list has ', ...speech.count('Allowed addresses', allowedIPs.length, page, 'address', 'addresses'), '.')
  speech.say(link(page, 'See IP whitelisting'))
}

/** A password itself is never asked for: what is set for passwords is. */
const passwordRules = 'policy polici rul long length must requir expir old strong character short minimum'.split(' ')

const topics: readonly Topic[] = [
  { isMeant: ({ hasWord, words }) => hasWord('key', 'token') && (words.includes('api') || hasWord('token')), say: sayKeys },
  {
    isMeant: ({ hasWord, words }) =>
      hasWord('retention', 'retain') ||
      ((hasWord('long', 'old', 'day') || words.includes('when')) &&
        hasWord('keep', 'kept', 'stor', 'retain', 'history', 'delet') &&
        !words.includes('key')),
    say: sayRetention,
  },
  {
    isMeant: ({ hasWord, words }) =>
      hasWord('mfa', 'factor', 'two-factor', 'session', 'idl') ||
      (hasWord('password') && hasWord(...passwordRules)) ||
      words.includes('2fa') ||
      words.includes('2-factor'),
    say: saySignIn,
  },
  {
    isMeant: ({ hasWord, words }) =>
      hasWord('whitelist', 'allowlist') ||
      ((words.includes('ip') || words.includes('ips')) &&
        hasWord('address', 'allow', 'block', 'access', 'reach', 'may', 'can', 'restrict')),
    say: sayAddresses,
  },
  ...companyTopics,
]

/** Whether a question is about what is set for the company, and not about how it is set. */
export const isAboutSettings = (scene: Scene): boolean =>
  !asksHow.test(scene.message) && scene.marked.connectors.length === 0 && topics.some(({ isMeant }) => isMeant(scene))

const asksHow =
  /^\s*(?:how (?:do|can|to|should|would) |where |what (?:is|are) an? |what does |can i |could i |is it possible|i want|show me how)/i

/** @returns whether the question is about a setting of the company, and was answered. */
export async function aboutSettings(scene: Scene, speech: Speech): Promise<boolean> {
  if (!isAboutSettings(scene)) return false
  const topic = topics.find(({ isMeant }) => isMeant(scene))
  if (topic === undefined) return false
  if (scene.caller.role === 'USER')
    speech.say('Only administrators can see these settings. Ask an administrator of your company.')
  else await topic.say(scene, speech)
  return true
}
