import { searchMessages } from './search.messages.ts'

const messages = searchMessages.requirement

/** Which message says what a place in `/…/auth/` holds; the parts of one credential are said once. */
const credentials = {
  token: 'token',
  value: 'value',
  username: 'password',
  password: 'password',
  tokenUrl: 'clientSecret',
  clientId: 'clientSecret',
  clientSecret: 'clientSecret',
  key: 'key',
  seed: 'seed',
} as const
const urls = { source: 'sourceUrl', destination: 'destinationUrl', enrichment: 'lookupUrl' } as const

/** What somebody must have at hand for a template, in few words: credentials first, then addresses, then values. */
export function requirementsOf(needs: readonly string[]): readonly string[] {
  const found = { credentials: [] as string[], addresses: [] as string[], values: 0, isMappingOpen: false }
  for (const place of needs) {
    const [, side = '', ...rest] = place.split('/')
    const [kind = '', name = ''] = side === 'enrichment' ? rest.slice(1) : rest
    const credential =
      kind === 'secrets'
        ? 'value'
        : kind === 'auth' && Object.hasOwn(credentials, name)
          ? credentials[name as keyof typeof credentials]
          : null
    if (side === 'dataMapping') found.isMappingOpen = true
    else if (credential !== null) found.credentials.push(messages[credential])
    else if (kind === 'url' && Object.hasOwn(urls, side)) found.addresses.push(messages[urls[side as keyof typeof urls]])
    else if (kind === 'databaseConfig' || kind === 'azureConfig' || kind === 'natsConfig') found.addresses.push(messages[kind])
    else found.values += 1
  }
  return [
    ...new Set([
      ...found.credentials,
      ...found.addresses,
      ...(found.values > 0 ? [messages.values(found.values)] : []),
      ...(found.isMappingOpen ? [messages.mapping] : []),
    ]),
  ]
}
