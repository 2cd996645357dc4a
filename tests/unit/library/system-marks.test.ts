// @vitest-environment happy-dom
/** What a template says before it is started: which systems, by their marks, and what somebody needs. */
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { systemsOf } from '#server/features/library/config-systems.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { inkOn, pathOf, systemMarks } from '#src/views/kit/identity/system-marks.ts'
import { requirementsOf } from '#src/views/library/browse/requirements.ts'

type Icon = { readonly title: string; readonly hex: string; readonly license?: { readonly type: string } }
const icons: readonly Icon[] = createRequire(import.meta.url)('simple-icons/icons.json')

it('draws each mark as its owner gave it, in its colour, and none that a licence restricts', () => {
  for (const [name, [svg, hex]] of Object.entries(systemMarks)) {
    const icon = icons.find(({ title }) => title.toLowerCase() === name.toLowerCase())
    if (icon !== undefined) expect(icon.hex, name).toBe(hex)
    expect(icon?.license, name).toBeUndefined()
    expect(pathOf(svg), name).toMatch(/^[Mm][\d\s,.a-zA-Z-]+$/)
  }
})

it('draws a mark in white where white can be seen, else in black', () => {
  expect(['181717', '635BFF', 'FFE01B', '6AFDEF'].map(inkOn)).toEqual(['#fff', '#fff', '#000', '#000'])
})

it('names the systems of every ready-made template, and leaves open what somebody fills in', () => {
  const systems = readyMade('http://127.0.0.1:3001').map(({ id, config }) => [id, ...Object.values(systemsOf(config))])
  expect(systems).toContainEqual(['stripe-customers', 'Stripe', null])
  expect(systems).toContainEqual(['woocommerce-orders', 'WooCommerce', null])
  expect(systems).toContainEqual(['slack-messages', null, 'Slack'])
  expect(systems).toContainEqual(['shopify-orders-to-erp', 'Shopify', null])
  expect(systems).toContainEqual(['webhook-events', 'Webhook', null])
  expect(systems).toContainEqual(['sandbox-shop-to-crm', 'Demo shop', 'Demo CRM'])
  for (const [id, ...names] of systems)
    expect(
      names.some((name) => name !== null),
      String(id),
    ).toBe(true)
})

it.each([
  ['https://api.stripe.com/v1', 'Stripe'],
  ['https://api.intercom.io/contacts', 'Intercom'],
  ['https://warehouse.acme.com/stock', 'Acme'],
  ['https://stripe.io/v1', 'stripe.io'],
  ['https://intercom.example.com/x', 'intercom.example.com'],
  ['https://stripe.com.acme.io/v1', 'Acme'],
  ['https://crm.acme.com/sandbox/crm/orders', 'Acme'],
  ['http://127.0.0.1:3001/sandbox/crm/orders', 'Demo CRM'],
  ['http://127.0.0.1:9001/customers', '127.0.0.1:9001'],
  ['https://erp/orders', 'erp'],
])('names %s %s: no host borrows the name of a well-known system', (url, name) =>
  expect(systemNameOf({ url, type: 'http' })).toBe(name),
)

it.each([
  [
    ['/source/auth/token', '/destination/url'],
    ['access token', 'destination address'],
  ],
  [
    ['/source/secrets/0/value', '/enrichment/0/secrets/1/value', '/destination/variables/0/value'],
    ['API key', '1 value'],
  ],
  [
    ['/destination/url', '/source/auth/username', '/source/auth/password'],
    ['user name and password', 'destination address'],
  ],
  [['/source/auth/tokenUrl', '/source/auth/clientId', '/source/auth/clientSecret'], ['OAuth client']],
  [
    ['/enrichment/0/auth/value', '/enrichment/0/url', '/source/variables/0/value'],
    ['API key', 'enrichment address', '1 value'],
  ],
  [
    ['/source/headers/0/value', '/source/variables/0/value', '/dataMapping/0/sourcePath'],
    ['2 values', 'field mapping'],
  ],
  [
    ['/source/databaseConfig', '/destination/azureConfig/endpoint', '/constructor/auth/constructor'],
    ['database', 'storage endpoint', '1 value'],
  ],
  [[], []],
])('says of %j what somebody needs', (needs, words) => expect(requirementsOf(needs)).toEqual(words))
