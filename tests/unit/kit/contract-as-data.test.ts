/** What the browser holds answers against is the contract itself, without the builder. */
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'

import { contractAsData } from '../../../scripts/vite/contract-as-data.ts'
import { foreignKeywords, ownFormats, withOwnKeywords } from '../../../scripts/vite/own-keywords.ts'

const load = contractAsData().load as (id: string) => Promise<{ readonly code: string } | null>
const plain = [
  'json-members',
  'remote-reason',
  'record-noun',
  'open-questions',
  'key-question',
  'seen-lists',
  'sample-lines',
  'approval-limits',
  'account-failures',
  'account-problems',
  'account-tabs',
  'article',
  'articles',
  'error-articles',
  'faq-terms',
  'error-texts',
  'error-texts-systems',
  'faq',
  'help-links',
  'help-problems',
  'product-limits',
  'compute-size',
  'connection-limits',
  'connection-problems',
  'connection-ended',
  'oauth-app-check',
  'oauth-limits',
  'oauth-presets',
  'oauth-problems',
  'minor-units',
  'countries',
  'tax-choice',
  'vat-number',
  'screens',
  'screens-account',
  'screens-builder',
  'routes',
  'screens-others',
  'screens-studio',
  'settings-company',
  'settings-connector',
  'settings-people',
  'settings-records',
  'search',
  'system-name',
  'support-limits',
  'thesaurus',
  'topics',
  'address',
  'audit-actions',
  'attention-problems',
  'blocked-addresses',
  'api-key-limits',
  'brand-colors',
  'company-limits',
  'company-mail-limits',
  'webhook-limits',
  'ip-whitelist-limits',
  'config-problems',
  'cursor-problems',
  'delivery-keys',
  'destination-problems',
  'health',
  'placeholders',
  'without-end',
  'record-problems',
  'run-problems',
  'run-result',
  'mcp-limits',
  'scim-limits',
  'scopes',
  'security-texts',
  'security-limits',
  'sso-limits',
  'sso-problems',
  'mfa-methods',
  'password-policy',
  'notification-limits',
  'one-time-code',
  'own-data-limits',
  'push-limits',
  'source-problems',
  'unsupported-options',
  'web-address',
  'body-template',
  'senders',
  'config-sections',
  'connector-condition',
  'connector-selection',
  'endpoint',
  'endpoints',
  'passkey-problems',
  'platform-checks',
  'admin-problems',
  'customer-limits',
  'installation-limits',
  'enterprise-limits',
  'assistant-limits',
  'intents',
  'suggestion-names',
  'suggestion-sides',
  'suggestion-terms',
  'suggestion-values',
  'suggestions',
  'value-at',
  'within',
  'password',
  'problem',
  'problem-entry',
  'problem-catalogue',
  'builder-problems',
  'graphql-problems',
  'analytics-problems',
  'problem-group',
  'image-limits',
  'locales',
  'enrichment-problems',
  'profile-limits',
  'quota-problems',
  'renderer-problems',
  'replay-problems',
  'ai-limits',
  'retention-limits',
  'dunning',
  'host-port',
  'glossary',
  'network-limits',
  'network-problems',
  'settings-problems',
  'settings-tabs',
  'team-limits',
  'time-range',
  'timeline',
  'timeouts',
  'check',
  'function-table',
  'functions',
  'syntax',
  'zone',
]
const all = globSync('contract/**/*.ts').filter(
  (path) => !/(\.lifecycle|kit.lifecycle|\.graphql|graphql-documents?)\.ts$/.test(path),
)
const asTheyAre = all.filter((path) => plain.includes(basename(path, '.ts')))
const modules = all.filter((path) => !asTheyAre.includes(path))

/** Each keyword of the schemas in it, and each format as `format: date-time`. */
function keywordsIn(it: unknown, found = new Set<string>()): Set<string> {
  if (typeof it !== 'object' || it === null) return found
  for (const [name, value] of Object.entries(it)) {
    found.add(name === 'format' && typeof value === 'string' ? `format: ${value}` : name)
    keywordsIn(value, found)
  }
  return found
}

describe('what the browser carries to hold answers against schemas', () => {
  const keywordOf = (name: string) => (/Ref$/.test(name) ? '$' : '') + name.slice(0, 1).toLowerCase() + name.slice(1)

  it('is every format of the contract, and no keyword is left out that a schema has', async () => {
    const contract: unknown[] = await Promise.all(modules.map((path) => import(pathToFileURL(resolve(path)).href)))
    const words = [...keywordsIn(JSON.parse(JSON.stringify(contract.flatMap((it) => Object.values(it as object)))))]
    expect(words.filter((it) => it.startsWith('format: ')).toSorted()).toEqual(ownFormats.map((it) => `format: ${it}`).toSorted())
    expect(foreignKeywords.map(keywordOf).filter((it) => words.includes(it))).toEqual([])
  })

  it('is enough for the schemas that the console makes itself', () => {
    const made = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8').matchAll(/\bType\.(\w+)\(/g))
    const kinds = made.flatMap((found) => [...found].map(([, kind]) => kind))
    expect([...new Set(kinds)].filter((kind) => !['Array', 'Integer', 'Object', 'String'].includes(kind ?? ''))).toEqual([])
  })

  it('is the engine without those keywords, and with all others', () => {
    const engine = readFileSync('node_modules/typebox/build/schema/engine/schema.mjs', 'utf8')
    const left = withOwnKeywords(engine)
    expect(foreignKeywords.filter((name) => left.includes(`|| Check${name}(`))).toEqual([])
    for (const name of ['Required', 'AdditionalProperties', 'Const', 'AnyOf', 'UniqueItems', 'Format', 'Pattern'])
      expect(left).toContain(`|| Check${name}(`)
  })
})

describe.each(modules)('%s', (path) => {
  it('keeps every schema as it is', async () => {
    const meant: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href)
    const code = (await load(resolve(path)))?.code ?? ''
    // A word of a path or the name of a call is no statement.
    expect(code).not.toMatch(/(?<![/"])import|function|=>/)
    const served: Record<string, unknown> = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const data = Object.entries(meant).filter(([, value]) => typeof value !== 'function')
    expect(Object.keys(served).sort()).toEqual(data.map(([name]) => name).sort())
    for (const [name, value] of data) {
      if (!name.endsWith('ndpoints')) expect(served[name]).toEqual(JSON.parse(JSON.stringify(value)))
    }
  })
})

it.each(asTheyAre)('%s goes as it is: it builds no schema', async (path) => {
  expect(await load(resolve(path))).toBeNull()
})

it('holds no function that the console imports', async () => {
  const imports = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '#(contract\/[^']*)'/g)].map(
      ([, names = '', path = '']) => ({
        ...{ file, path },
        names: names.split(',').map((name) => name.trim()),
      }),
    ),
  )
  const fromData = imports.filter(({ path }) => modules.includes(path))
  expect(fromData.length).toBeGreaterThan(100)
  const missing = await Promise.all(
    fromData.map(async ({ file, path, names }) => {
      if ((await load(resolve(path))) === null) return []
      const exported: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href)
      return names.filter((name) => typeof exported[name] === 'function').map((name) => `${file}: ${name}`)
    }),
  )
  expect(missing.flat()).toEqual([])
})

it('leaves of an endpoint what a caller needs', async () => {
  const { connectorEndpoints } = await import('#contract/connectors/details/connector.ts')
  const code = (await load(resolve('contract/connectors/details/connector.ts')))?.code ?? ''
  const served = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(Object.keys(served.connectorEndpoints.pause).sort()).toEqual(['method', 'path', 'reply', 'status'])
  expect(served.connectorEndpoints.get.reply).toEqual(JSON.parse(JSON.stringify(connectorEndpoints.get.reply)))
  expect(Check(served.connectorEndpoints.remove.reply, { success: true })).toBe(true)
  expect(Check(served.connectorEndpoints.remove.reply, { success: false })).toBe(false)
})

it('drops no function that the console imports: the build would fail', async () => {
  const imports = globSync('src/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '#(contract\/[^']*)'/g)].map(
      ([, names = '', from = '']) => ({
        names: names.split(',').map((it) => it.trim().split(' ')[0] ?? ''),
        from,
      }),
    ),
  )
  const dropped: string[] = []
  for (const { names, from } of imports) {
    if ((await load(resolve(from))) === null) continue
    const module: Record<string, unknown> = await import(pathToFileURL(resolve(from)).href)
    dropped.push(...names.filter((name) => typeof module[name] === 'function').map((name) => `${from}: ${name}`))
  }
  expect(dropped).toEqual([])
})
