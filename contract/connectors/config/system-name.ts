/** What people call the system behind an address. */

/** Hosts of well-known systems, by their ends. */
const known = [
  ['hubapi.com', 'HubSpot'],
  ['hubspot.com', 'HubSpot'],
  ['myshopify.com', 'Shopify'],
  ['shopify.com', 'Shopify'],
  ['intercom.io', 'Intercom'],
  ['stripe.com', 'Stripe'],
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
  ['open-meteo.com', 'Open-Meteo'],
  ['restcountries.com', 'REST Countries'],
  ['frankfurter.dev', 'Frankfurter'],
  ['blob.core.windows.net', 'Azure Blob'],
] as const

/** Kinds of system whose address is not a web address. */
const kinds: Readonly<Record<string, string>> = {
  postgresql: 'PostgreSQL',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  mssql: 'SQL Server',
  azure: 'Azure Blob',
  'azure-blob': 'Azure Blob',
  nats: 'NATS',
  webhook: 'Webhook',
}

/** Labels of a host that name no system. */
const plain = new Set(['api', 'www', 'rest', 'app', 'com', 'net', 'org', 'io', 'co', 'test', 'example', 'localhost', 'local'])

/** Names of systems that anybody could put into a host of their own. */
const taken = new Set([...known.map(([, name]) => name), ...Object.values(kinds)].map((name) => name.toLowerCase()))

const kindNamed = (kind: string) => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined)
const capitalised = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/**
 * "HubSpot", "Shop", "PostgreSQL", "stock.example.com"; null without an address.
 * @param type of the system; `webhook` where it sends its records itself.
 */
export function systemNameOf({ url, type }: { readonly url: string; readonly type: string }): string | null {
  if (type === 'webhook') return 'Webhook'
  if (url === '') return null
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null) return kindNamed(url.split(' ')[0] ?? '') ?? kindNamed(type) ?? capitalised(type)
  const byScheme = kindNamed(parsed.protocol.slice(0, -1))
  if (byScheme !== undefined) return byScheme
  const { host, hostname, pathname } = parsed
  // The sandbox stands on the installation itself; elsewhere anybody can have such a path.
  const sandbox = hostname === '127.0.0.1' ? /^\/sandbox\/([a-z]+)/.exec(pathname)?.[1] : undefined
  if (sandbox !== undefined) return sandbox.length <= 3 ? `Demo ${sandbox.toUpperCase()}` : `Demo ${sandbox}`
  // Every shop has a host of its own.
  if (pathname.startsWith('/wp-json/wc/')) return 'WooCommerce'
  const found = known.find(([end]) => hostname === end || hostname.endsWith(`.${end}`))
  if (found !== undefined) return found[1]
  const labels = hostname.split('.')
  // Of a template whose host somebody has to fill in, nothing is known yet.
  if (host.includes('{{') || host.includes('%7B%7B')) return null
  // An address of numbers has no name, and two systems on one machine differ in their ports; otherwise the registered part is what people call the system.
  if (labels.every((label) => /^\d+$/.test(label)) || labels.length < 2) return host
  const named = labels.filter((label) => !plain.has(label)).at(-1) ?? hostname
  // `stripe.example.com` is not Stripe, and must not look like it.
  return taken.has(named) ? hostname : capitalised(named)
}
