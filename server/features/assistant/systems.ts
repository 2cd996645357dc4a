/** Systems that the library knows, by the first word of their definitions, and other names that people use for them. */
import type { Definition } from '../library/ready-made/define.ts'
import type { Named } from './language/marked.ts'
import { stemOf } from './language/text.ts'
import { ownStems } from './language/vocabulary.ts'

/** What people may name that the library does not hold: it is recognized, and said to be unknown. */
const others = [
  'Salesforce',
  'NetSuite',
  'Snowflake',
  'BigQuery',
  'PostgreSQL',
  'Postgres',
  'MySQL',
  'Jira',
  'Typeform',
  'Xero',
  'QuickBooks',
  'SAP',
  'Zapier',
  'Airtable',
  'Notion',
  'Google Sheets',
  'Excel',
  'Mailchimp',
  'Shopify',
  'Stripe',
  'HubSpot',
  'Slack',
  'Zendesk',
  'Pipedrive',
  'GitHub',
  'GitLab',
  'WooCommerce',
  'Magento',
  'Intercom',
  'Asana',
  'Trello',
  'Dropbox',
] as const

const keyOf = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The tags of a definition, spelled as systems are compared. A template of two systems names both. */
export const tagKeys = ({ tags }: Definition): readonly string[] => tags.map(keyOf)

/** The system of a definition: its first tag names it. */
export const systemOf = ({ tags, name }: Definition): string => keyOf(tags[0] ?? name.split(' ')[0] ?? '')

export function systemsOf(library: readonly Definition[]): readonly Named[] {
  const known = new Map<string, string>()
  for (const it of library) {
    // Whoever says "webhook" names how records arrive, and no system.
    if (it.config.trigger.type === 'webhook') continue
    const key = systemOf(it)
    // "Orders" and "customers" are records to whoever asks about them.
    if (ownStems.has(stemOf(key))) continue
    if (!known.has(key)) known.set(key, it.tags[0] ?? key)
  }
  for (const name of others) if (!known.has(keyOf(name))) known.set(keyOf(name), name)
  return [...known].map(([key, name]) => ({ key, name }))
}
