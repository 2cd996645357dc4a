/** API keys, the list of addresses and the audit log, through the screens of an administrator, and what a program then may do. */
import { expect } from 'playwright/test'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { demoConfig } from '#server/features/library/ready-made/demo-connector.ts'
import { keyForm } from '../../server/contract/matrix-api-keys.ts'
import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-settings', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

const call = async (secret: string) =>
  (await fetch(`${address}/api-connectors/dashboard-user-query`, { headers: { authorization: `Bearer ${secret}` } })).status

test('a key is created, shown once, used by a program, replaced and deleted', async ({ page }) => {
  await signIn(page, `${address}/system-settings?tab=api-keys`)
  await page.getByRole('button', { name: 'Add API key' }).click()
  const form = page.getByRole('dialog', { name: 'Add API key' })
  await form.getByLabel('Name').fill('Warehouse')
  await form.getByLabel('integrations:read').check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create API key' }).click()
  const secret = page.getByRole('textbox', { name: 'API key' })
  const first = await secret.inputValue()
  expect(first).toMatch(/^dc_[0-9a-f]{64}$/)
  expect(await call(first)).toBe(200)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(secret).toHaveCount(0)
  await page.reload()
  const row = page.getByRole('row', { name: /Warehouse/ })
  await expect(row).toContainText(first.slice(0, 12))
  expect(await page.content()).not.toContain(first)

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Warehouse' }).click()
    await page.getByRole('button', { name: action, exact: true }).click()
    return page.getByRole('dialog').last()
  }
  await (await choose('Replace key')).getByRole('button', { name: 'Replace key' }).click()
  const second = await secret.inputValue()
  expect([await call(first), await call(second)]).toEqual([200, 200])
  await page.getByRole('button', { name: 'Done' }).click()
  await (await choose('Delete')).getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect([await call(first), await call(second)]).toEqual([401, 401])

  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByText(/Record intact/)).toBeVisible()
  await page.getByRole('row', { name: /API key deleted.*Warehouse/ }).click()
  await expect(page.getByRole('region', { name: 'Before' })).toContainText('integrations:read')
  await expectAccessible(page)
})

test('a list that would shut out whoever saves it is refused; with their address it holds', async ({ page }) => {
  await signIn(page, `${address}/system-settings?tab=ip-whitelist`)
  await page.getByRole('switch', { name: 'Enable IP whitelisting' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('your own address, 127.0.0.1')
  await page.getByRole('button', { name: 'Add my address' }).click()
  await page.getByRole('button', { name: 'Add IP address' }).click()
  const form = page.getByRole('dialog', { name: 'Add IP address' })
  await form.getByRole('textbox', { name: 'IP address' }).fill('10.0.0.300')
  await expect(form).toContainText('Please enter a valid IPv4 or IPv6 address')
  await form.getByRole('textbox', { name: 'IP address' }).fill('10.0.0.0')
  await form.getByLabel('Subnet').fill('/8')
  await form.getByRole('button', { name: 'Add' }).click()
  // What is not saved yet outlives a reload.
  await page.reload()
  await expect(page.getByRole('row', { name: /10\.0\.0\.0\/8/ })).toContainText('Not saved yet')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('IP whitelisting settings saved successfully!').first()).toBeVisible()
  for (const [asked, said] of [
    ['10.9.8.7', '10.9.8.7 is allowed.'],
    ['203.0.113.7', '203.0.113.7 is blocked.'],
  ] as const) {
    await page.getByLabel('Address to check').fill(asked)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByText(said)).toBeVisible()
  }
  await expectAccessible(page)
})

test('a program builds, deploys and runs a connector with its API key and nothing else', async () => {
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${address}/api/auth/sign-in`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ email: 'admin@demo.test', password: demoPassword }),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const made = await fetch(`${address}/api-keys`, {
    ...{ method: 'POST', headers: { ...headers, authorization: `Bearer ${accessToken}` } },
    body: JSON.stringify({
      ...keyForm,
      permissions: ['integrations:read', 'integrations:write', 'integrations:execute', 'analytics:read'],
    }),
  })
  const { secret } = (await made.json()) as { secret: string }
  /** As the program does it. */
  async function ask<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`${address}${path}`, {
      ...{ method, headers: { ...headers, authorization: `Bearer ${secret}` } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return (await response.json()) as Reply
  }
  const created = await ask<ConnectorAndConfig>('POST', '/api-connectors/', {
    connector: { name: 'Built by a program' },
    config: { ...demoConfig(address), name: 'Built by a program' },
  })
  const id = created.connector._id
  await ask('POST', `/api-connectors/connectors/${id}/deploy`, { config: demoConfig(address) })
  const deployment = () => ask<{ status: string }>('GET', `/api-connectors/connectors/${id}/deployment-status`)
  await expect.poll(async () => (await deployment()).status, { timeout: 30_000 }).toBe('live')
  const { runId } = await ask<{ runId: string }>('POST', `/api-connectors/${id}/runs`, {})
  const run = () => ask<Run>('GET', `/api-connectors/${id}/runs/${runId}`)
  await expect.poll(async () => (await run()).status, { timeout: 30_000 }).toBe('succeeded')
  expect((await run()).recordsDelivered).toBeGreaterThan(0)
  const { transactions } = await ask<{ transactions: unknown[] }>('GET', `/api/analytics/transactions/${id}`)
  expect(transactions.length).toBeGreaterThan(0)
})
