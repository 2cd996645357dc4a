/** What people call the system behind an address. */
import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import { connectorStatusMessages } from '../details/connector-status.messages.ts'

/** Hosts of well-known systems, by their ends. */
const known = [
  ['hubapi.com', 'HubSpot'],
  ['hubspot.com', 'HubSpot'],
  ['myshopify.com', 'Shopify'],
  ['api.stripe.com', 'Stripe'],
  ['slack.com', 'Slack'],
  ['mailchimp.com', 'Mailchimp'],
  ['airtable.com', 'Airtable'],
  ['github.com', 'GitHub'],
  ['gitlab.com', 'GitLab'],
  ['zendesk.com', 'Zendesk'],
  ['asana.com', 'Asana'],
  ['notion.com', 'Notion'],
  ['salesforce.com', 'Salesforce'],
  ['pipedrive.com', 'Pipedrive'],
  ['atlassian.net', 'Jira'],
  ['blob.core.windows.net', 'Azure Blob'],
] as const

/** Kinds of system whose address is no web address. */
const kinds: Readonly<Record<string, string>> = {
  postgresql: 'PostgreSQL',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  mssql: 'SQL Server',
  azure: 'Azure Blob',
  'azure-blob': 'Azure Blob',
  webhook: 'Webhook',
}

/** Labels of a host that name no system. */
const plain = new Set(['api', 'www', 'rest', 'app', 'com', 'net', 'org', 'io', 'co', 'test', 'example', 'localhost', 'local'])

const capitalised = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/**
 * "HubSpot", "Shop", "PostgreSQL", "stock.example.com"; for a side without an address, that it has none yet.
 * @param side of a connector, as lists have it.
 */
export function systemName({ url, type }: Pick<OverviewItem['source'], 'url' | 'type'>): string {
  if (type === 'webhook') return kinds['webhook'] ?? ''
  if (url === '') return connectorStatusMessages.noAddress
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null) return kinds[url.split(' ')[0] ?? ''] ?? kinds[type] ?? capitalised(type)
  const scheme = parsed.protocol.slice(0, -1)
  if (kinds[scheme] !== undefined) return kinds[scheme]
  const { hostname, pathname } = parsed
  const sandbox = /^\/sandbox\/([a-z]+)/.exec(pathname)?.[1]
  if (sandbox !== undefined) return sandbox.length <= 3 ? `Demo ${sandbox.toUpperCase()}` : `Demo ${sandbox}`
  const found = known.find(([end]) => hostname === end || hostname.endsWith(`.${end}`))
  if (found !== undefined) return found[1]
  const labels = hostname.split('.')
  // An address of numbers has no name; otherwise the registered part is what people call the system.
  if (labels.every((label) => /^\d+$/.test(label)) || labels.length < 2) return hostname
  const named = labels.filter((label) => !plain.has(label))
  return capitalised(named.at(-1) ?? hostname)
}
