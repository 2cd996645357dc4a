/** From a question to a draft: the assistant proposes, the person presses, and the draft is there to be gone on with. */
import { expect } from 'playwright/test'

import { Api, expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword } from '../kit/product.ts'
import { deploy, fewOrders, replay, results, run } from '../studio/replay-tools.ts'

test('a chat leads to a draft, is there again after a reload, and can be deleted', async ({ page }) => {
  await signIn(page, '/dashboard')
  await page.getByRole('button', { name: 'Open the assistant' }).click()
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  await expect(panel.getByRole('heading', { name: /^Hello / })).toBeVisible()
  const field = panel.getByRole('textbox', { name: 'Your question' })
  await field.fill('Create a connector from Shopify to HubSpot every hour')
  await expectAccessible(page)
  await field.press('Enter')
  const proposal = panel.getByRole('region', { name: 'Shopify orders to HubSpot contacts' })
  // The first question of a process learns the examples first, which takes long where four products share two cores.
  await expect(proposal.getByText('Not ready yet')).toBeVisible({ timeout: 60_000 })

  await page.reload()
  await page.getByRole('button', { name: 'Open the assistant' }).click()
  await proposal.getByRole('button', { name: 'Create draft' }).click()
  await proposal.getByRole('link', { name: 'Open the draft' }).click()
  await expect(page).toHaveURL(/\/start-integration\/[\da-f-]{36}\/source-configuration/)
  await expect(panel.getByText('About: This connector')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Open the assistant' }).click()
  await expect(proposal.getByRole('link', { name: 'Open the draft' })).toBeVisible()
  await expect(proposal.getByRole('button', { name: 'Create draft' })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Earlier chats' }).click()
  const title = 'Create a connector from Shopify to HubSpot every hour'
  await panel.getByRole('button', { name: `Delete the chat ${title}` }).click()
  await expect(panel.getByText('No chats yet.')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Close the assistant' }).click()
  await expect(page.getByRole('button', { name: 'Open the assistant' })).toBeVisible()
})

test('what an MCP client proposes is opened by its link, and done by the person', async ({ page, request }) => {
  await signIn(page, '/system-settings?tab=ai')
  await expect(page.getByRole('region', { name: 'MCP client configuration' })).toContainText('/mcp')
  const credentials = { email: 'admin@demo.test', password: demoPassword }
  const session = await (await request.post('/api/auth/sign-in', { data: credentials })).json()
  const form = {
    ...{ name: 'MCP', description: '', enabled: true, expiresAt: null, permissions: ['integrations:read', 'analytics:read'] },
    rateLimiting: { enabled: false, requestsPerMinute: 60, requestsPerHour: 1_000, requestsPerDay: 10_000 },
    ipRestrictions: { enabled: false, allowedIPs: [] },
  }
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const { secret } = await (await request.post('/api-keys', { headers, data: form })).json()
  const params = { name: 'ask', arguments: { question: 'Create a connector from Shopify to HubSpot every hour' } }
  const asked = await request.post('/mcp', {
    headers: { authorization: `Bearer ${secret}` },
    data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  const { result } = await asked.json()
  const [, place = ''] = /https?:\/\/[^/\s]+(\/dashboard\?chat=[\da-f-]{36})/.exec(result.content[0].text) ?? []
  await page.goto(place)
  const proposal = page.getByRole('region', { name: 'Shopify orders to HubSpot contacts' })
  await proposal.getByRole('button', { name: 'Create draft' }).click()
  await expect(proposal.getByRole('link', { name: 'Open the draft' })).toBeVisible()
  await expect(page).not.toHaveURL(/chat=/)
})

test('a failure is explained, and its records are replayed from the chat', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Explained orders', true)
  await deploy(api, id)
  await run(api, id)
  await signIn(page, `/details/${id}`)
  await page.getByRole('button', { name: 'Open the assistant' }).click()
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  const field = panel.getByRole('textbox', { name: 'Your question' })
  await field.fill('Why did Explained orders fail?')
  await field.press('Enter')
  await expect(panel).toContainText('5 of 5 failed records of Explained orders in the past day have one cause')
  await expect(panel).toContainText('The destination responded with status 404.')
  await field.fill('Replay the failed records of Explained orders')
  await field.press('Enter')
  await panel.getByRole('button', { name: 'Make the plan' }).click()
  await panel.getByRole('link', { name: 'Review and start the plan' }).click()
  await replay(page).getByRole('button', { name: 'Send 5 records' }).click()
  await expect(results(page)).toContainText('Failures5', { timeout: 60_000 })
})
