/** What is set for the company beside keys, sign-in rules, retention and addresses: names, formats, single sign-on, AI, webhooks, backups. */
import { companyLanguages, companyTimeZones } from '#contract/kit/locales.ts'
import { findConnection } from '../../auth/sso/connection.repository.ts'
import { findNewest } from '../../settings/backup/backup.repository.ts'
import { findCompany, findSection } from '../../settings/company-settings.repository.ts'
import { findWindow } from '../../settings/maintenance-window.repository.ts'
import { webhooksOf } from '../../settings/webhooks.service.ts'
import type { Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'

type Asked = Pick<Scene, 'db' | 'caller' | 'zone' | 'hasWord' | 'words'>
export type Topic = {
  readonly isMeant: (scene: Scene) => boolean
  readonly say: (scene: Scene, speech: Speech) => Promise<void>
}

type Formats = {
  readonly defaultTimezone?: keyof typeof companyTimeZones
  readonly defaultLanguage?: keyof typeof companyLanguages
}

async function sayCompany({ db, caller }: Asked, speech: Speech): Promise<void> {
  const { name } = await findCompany(db, caller.companyId)
  const { value } = await findSection(db, { companyId: caller.companyId, section: 'companySettings' })
  const { defaultTimezone: zone = 'UTC', defaultLanguage: language = 'en' } = (value ?? {}) as Formats
  speech.say('Your company is called ', quote(name), '.')
  speech.say(
    'Its time zone is ',
    quote(companyTimeZones[zone] ?? zone),
    ', and its language of formats is ',
    quote(companyLanguages[language] ?? language),
    '.',
  )
  speech.say(link('/system-settings?tab=company', 'See company settings'))
}

async function sayMaintenance({ db, caller, zone }: Asked, speech: Speech): Promise<void> {
  const [{ maintenance }, window] = [await findCompany(db, caller.companyId), await findWindow(db, caller.companyId, zone)]
  speech.say(maintenance === null ? 'Maintenance mode is off.' : 'Maintenance mode is on.')
  if (window === null) speech.say('No maintenance is planned.')
  else speech.say('Maintenance is planned from ', quote(window.from), ' until ', quote(window.until), '.')
  speech.say(link('/system-settings?tab=company', 'See company settings'))
}

const ssoTexts = {
  off: "Your company's single sign-on is off.",
  tested: 'Single sign-on is tested, but not switched on.',
  optional: 'Single sign-on is on. People can sign in with it or with a password.',
  enforced: 'Single sign-on is on and required.',
} as const

async function saySingleSignOn({ db, caller }: Asked, speech: Speech): Promise<void> {
  const found = await findConnection(db, caller.companyId)
  speech.say(ssoTexts[found?.status ?? 'off'])
  speech.say(link('/system-settings?tab=security', 'See security settings'))
}

async function sayProvider({ db, caller }: Asked, speech: Speech): Promise<void> {
  const { value } = await findSection(db, { companyId: caller.companyId, section: 'aiIntegrations' })
  const { assistantProvider: provider = 'built-in' } = (value ?? {}) as { readonly assistantProvider?: string }
  if (provider === 'built-in')
    speech.say('The built-in assistant answers. No AI provider is used, and your questions stay in Datacrane.')
  else speech.say('The assistant uses ', quote(provider), '.')
  speech.say(link('/system-settings?tab=ai', 'See AI integrations'))
}

async function sayWebhooks({ db, caller }: Asked, speech: Speech): Promise<void> {
  const page = '/system-settings?tab=notifications'
  const all = await webhooksOf(db, caller.companyId)
  if (all.length === 0) speech.say('Your company has no outgoing webhooks.')
  else speech.say('Your company has ', ...speech.count('Outgoing webhooks', all.length, page, 'outgoing webhook'), '.')
  speech.say(link(page, 'See notification settings'))
}

async function sayBackups({ db, caller }: Asked, speech: Speech): Promise<void> {
  const newest = await findNewest(db, caller.companyId)
  if (newest === null) speech.say('No backup has been made so far.')
  else speech.say('The newest backup was made at ', at(newest.created_at), '.')
  speech.say(link('/system-settings?tab=retention', 'See backups'))
}

async function sayApprovedNetworks(_: Asked, speech: Speech): Promise<void> {
  speech.say(
    'Gateways and private endpoints are listed under Network Connectivity. ',
    link('/system-settings?tab=network', 'Open it'),
  )
}

const isOfCompany = ({ words, hasWord }: Scene) =>
  hasWord('company', 'organisation', 'organization', 'workspace') ||
  words.includes('we') ||
  words.includes('our') ||
  words.includes('us')

export const companyTopics: readonly Topic[] = [
  {
    isMeant: ({ hasWord, words }) =>
      (hasWord('maintenance') && !hasWord('connector')) || (words.includes('downtime') && hasWord('plan', 'schedul')),
    say: sayMaintenance,
  },
  {
    isMeant: (scene) =>
      (scene.words.includes('timezone') ||
        (scene.words.includes('time') && scene.words.includes('zone')) ||
        (scene.hasWord('languag') && isOfCompany(scene)) ||
        (scene.hasWord('nam') && scene.hasWord('company', 'organisation', 'organization'))) &&
      !scene.hasWord('schedul', 'cron', 'connector'),
    say: sayCompany,
  },
  {
    isMeant: ({ hasWord, words }) =>
      hasWord('sso', 'saml', 'oidc') || (words.includes('single') && hasWord('sign-on', 'sign')) || hasWord('single-sign-on'),
    say: saySingleSignOn,
  },
  {
    isMeant: ({ hasWord, words }) =>
      (words.includes('ai') || hasWord('llm', 'openai', 'chatgpt', 'gpt', 'anthropic', 'gemini')) &&
      hasWord('provid', 'model', 'us', 'used', 'integration', 'behind', 'configur', 'connect'),
    say: sayProvider,
  },
  {
    isMeant: ({ hasWord, words, marked }) =>
      hasWord('webhook') && marked.connectors.length === 0 && (words.includes('outgoing') || words.includes('outbound')),
    say: sayWebhooks,
  },
  {
    isMeant: ({ hasWord, words }) => hasWord('backup', 'back-up') || (words.includes('backed') && words.includes('up')),
    say: sayBackups,
  },
  {
    isMeant: ({ hasWord }) =>
      hasWord('gateway') || (hasWord('privat') && hasWord('endpoint', 'network', 'link')) || hasWord('vpn'),
    say: sayApprovedNetworks,
  },
]
