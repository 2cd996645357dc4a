/** Templates, the marketplace and the exported file, through the whole product and across companies. */
import { readFile, writeFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page } from 'playwright/test'

import type { Message } from '#contract/admin/outbox.ts'
import type { TakeAwayFile } from '#contract/library/take-away.ts'
import type { Template } from '#contract/library/template.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, expectInside, fillIn, seesAll, signIn, test } from '../kit/console.ts'

const password = 'Quiet-harbour-41'
const secret = 'top-secret-token-4711'
const sample = 'Someone Realname'

/** Milliseconds: two browsers, and three audits of accessibility. */
const longLimit = 180_000

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Publishing steps' })

/** A draft with a secret, a value of a variable and an example record. */
async function draftWithSecrets(api: Api, name: string): Promise<string> {
  const id = await api.copyOfSeeded(name, (config) => ({
    ...config,
    source: {
      ...config.source,
      auth: { type: 'bearer', token: secret },
      variables: [{ key: 'shop', value: 'the-value-of-a-variable' }],
    },
  }))
  const fields = [{ path: 'number', types: ['string'], isRequired: true }]
  const source = { fields, examples: [{ number: 'A-1', name: sample }], origin: 'pasted', takenAt: '2026-01-01T00:00:00.000Z' }
  await api.put(`/api-connectors/${id}/shapes`, { source })
  return id
}

/** Somebody of a company of their own, whose account is confirmed. */
async function newcomer(request: APIRequestContext): Promise<string> {
  const email = `grace.${Date.now().toString(36)}@example.test`
  const person = { email, password, firstName: 'Grace', lastName: 'Hopper', companyName: 'Compilers' }
  const made = await request.post('/api/registration', { data: { ...person, productTier: 'Basic', paymentMethodId: null } })
  expect(made.status()).toBe(201)
  const read = await request.get(`/api/outbox?${new URLSearchParams({ to: email })}`)
  const { data }: { data: Message[] } = await read.json()
  const link = new URL(data.flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])[0] ?? '')
  const confirmed = await request.post('/api/users/confirm', { data: { token: link.searchParams.get('token') } })
  expect(confirmed.ok()).toBe(true)
  return email
}

test('a template is found by its systems, says what it needs, and becomes a draft', async ({ page, request }) => {
  test.setTimeout(longLimit)
  await signIn(page, '/connector-library')
  await page.getByLabel('From').selectOption('Stripe')
  await expect(page).toHaveURL(/from=Stripe/)
  await expect(page.getByRole('heading', { name: '5 templates from Stripe' })).toBeVisible()
  await expect(page.locator('[data-mark=Stripe]').first()).toBeVisible()
  await expect(card(page, 'Stripe customers')).toContainText('You need: access token, destination address')
  await page.goBack()
  await expect(page.getByLabel('From')).toHaveValue('')
  await page.getByRole('button', { name: /^Sandbox/ }).click()
  await page.getByLabel('Search templates').fill('shop crm')
  await expect(page).toHaveURL(/category=Sandbox.*q=shop\+crm|q=shop\+crm.*category=Sandbox/)
  await page.reload()
  await expect(page.getByLabel('Search templates')).toHaveValue('shop crm')
  await expect(card(page, 'Shop orders to CRM')).toContainText('No setup needed')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Use template Shop orders to CRM' }).click()

  await expect(h1(page, 'Shop orders to CRM')).toBeFocused()
  const { host } = new URL(page.url())
  await expect(page.getByRole('list', { name: 'Hosts' })).toContainText(host.split(':')[1] ?? host)
  await expectAccessible(page)
  await page.getByLabel('Connector name').fill('Mine from the library')
  await page.getByRole('button', { name: 'Use template' }).click()
  await expect(page).toHaveURL(/\/start-integration\/[0-9a-f-]{36}\/source-configuration$/)
  const made = (await (await Api.open(request)).connectors()).find(({ name }) => name === 'Mine from the library')
  expect(page.url()).toContain(made?._id)
})

test(
  'what a company publishes is seen by another one without secret and sample, changed, and withdrawn',
  onlyInFull,
  async ({ page, request, browser }) => {
    test.setTimeout(longLimit)
    const api = await Api.open(request)
    await draftWithSecrets(api, 'Orders with secrets')
    const email = await newcomer(request)

    await test.step('publish, step by step; a reload loses nothing', async () => {
      await signIn(page, '/public/source-configuration')
      await expect(page.getByText('No connector selected')).toBeVisible()
      await page.getByRole('link', { name: 'Select a connector' }).click()
      await page.getByLabel('Connector', { exact: true }).selectOption({ label: 'Orders with secrets' })
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Orders with secrets')
      await page.getByLabel('Name', { exact: true }).fill('Orders for everybody')
      await page.getByLabel('Description').fill('From any shop to a CRM.')
      await page.getByLabel('Category').fill('Commerce')
      await page.getByLabel('Tags').fill('orders, crm')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Next: Source' }).click()
      await expect(page.getByRole('region', { name: 'Source', exact: true })).toContainText('Bearer token')
      await page.reload()
      await expect(page.getByRole('region', { name: 'Source', exact: true })).toContainText('value not included')
      await expect(page.locator('main')).not.toContainText('the-value-of-a-variable')
      await page.goto('/generate-public-connector/mapping')
      await expect(page.getByRole('region', { name: 'Data mapping' })).toContainText('orderNumber from number')
      await steps(page).getByRole('link', { name: 'Publish' }).click()
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Orders for everybody')
      await expect(page.getByText('Secrets, examples and variable values are not published.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByText('Published')).toBeVisible()
      await page.getByRole('link', { name: 'View public page' }).click()
      await expect(h1(page, 'Orders for everybody')).toBeFocused()
    })
    const templateId = page.url().split('/').at(-1) ?? ''

    await test.step('somebody of another company finds it, sees no secret and no sample, and starts from it', async () => {
      const context = await browser.newContext()
      const other = await context.newPage()
      const heard: string[] = []
      other.on('response', async (reply) => {
        if (reply.url().includes('/api/templates')) heard.push(await reply.text().catch(() => ''))
      })
      await other.goto('/your-marketplace')
      await fillIn(other, email, password)
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expectInside(other)
      await expect(card(other, 'Orders for everybody')).not.toContainText('Edit or withdraw')
      await other.getByRole('link', { name: 'Orders for everybody', exact: true }).click()
      await expect(other.getByRole('list', { name: 'Values' })).toContainText('Source: token')
      await expect(other.getByRole('list', { name: 'Values' })).toContainText('Source: value of “shop”')
      await other.goto(`/edit-public-connector/${templateId}`)
      await expect(other.getByText('Only the publishing company can change it.')).toBeVisible()
      await other.goto(`/configure-public-connector/source/${templateId}`)
      await other.getByRole('button', { name: 'Use template' }).click()
      await expect(other).toHaveURL(/\/start-integration\/[0-9a-f-]{36}\/source-configuration$/)
      expect(heard.join('\n')).toContain('Orders for everybody')
      for (const kept of [secret, '4711', sample, 'the-value-of-a-variable']) expect(heard.join('\n')).not.toContain(kept)
      await context.close()
    })

    await test.step('two people change it at once: both versions are shown, and one is chosen', async () => {
      await page.goto('/your-marketplace?tab=own')
      await card(page, 'Orders for everybody').getByRole('link', { name: 'Edit or withdraw' }).click()
      await page.getByLabel('Description').fill('Mine.')
      const before = await api.get<Template>(`/api/templates/${templateId}`)
      const { name, category, tags, revision } = before
      await api.put('/api/templates/', { _id: templateId, revision, name, category, tags, description: 'Theirs.' })
      await page.reload()
      await expect(page.getByLabel('Description'), 'kept in the tab').toHaveValue('Mine.')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('alert')).toContainText('Someone else changed this connector')
      await expect(page.getByRole('row', { name: 'Description Mine. Theirs.' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expect(page.getByText('Changes published')).toBeVisible()
      expect(await api.get<Template>(`/api/templates/${templateId}`)).toMatchObject({
        description: 'Mine.',
        revision: revision + 2,
      })
    })

    await test.step('it is withdrawn once it is confirmed', async () => {
      await page.goto(`/edit-public-connector-config/source/${templateId}`)
      await page.getByRole('button', { name: 'Withdraw' }).click()
      const dialog = page.getByRole('dialog', { name: 'Withdraw Orders for everybody?' })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await dialog.getByRole('button', { name: 'Withdraw connector' }).click()
      await expect(page).toHaveURL(/\/your-marketplace\?tab=own$/)
      await expect(page.getByText('Orders for everybody was withdrawn.')).toBeVisible()
      await page.goto(`/connector-library/${templateId}`)
      await expect(page.getByText('Template not found')).toBeVisible()
    })
  },
)

test('a connector goes out as a file without secrets, and comes in again', async ({ page, request }, info) => {
  const api = await Api.open(request)
  const id = await draftWithSecrets(api, 'To take away')
  await signIn(page, `/details/${id}`)
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute('href', `/edit-integration/${id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  expect(download.suggestedFilename()).toBe('To-take-away.datacrane.json')
  const path = info.outputPath('taken.json')
  await download.saveAs(path)
  const text = await readFile(path, 'utf8')
  for (const kept of [secret, '4711', sample, 'the-value-of-a-variable']) expect(text).not.toContain(kept)

  await page.goto('/integration-setup')
  const form = page.getByRole('form', { name: 'From a file' })
  await form.getByLabel('File content').fill('{ "format": ')
  await form.getByRole('button', { name: 'Check file' }).click()
  await expect(form.getByRole('alert')).toContainText('This file is not JSON')
  const file: TakeAwayFile = JSON.parse(text)
  const wrong = info.outputPath('wrong.json')
  await writeFile(wrong, JSON.stringify({ ...file, config: { ...file.config, source: { type: 'fax' } } }))
  await form.getByLabel('Select a file').setInputFiles(wrong)
  await expect(form.getByRole('list', { name: 'Errors' })).toContainText('Source: Type')
  await expectAccessible(page)
  await form.getByLabel('Select a file').setInputFiles(path)
  await expect(form).toContainText('You can import “To take away”.')
  await expect(form.getByRole('list', { name: 'Hosts' })).toContainText('127.0.0.1')
  await expect(form.getByRole('list', { name: 'Enter after import' })).toContainText('Source: token')
  await form.getByRole('button', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/start-integration\/[0-9a-f-]{36}$/)
  const copies = (await api.connectors()).filter(({ name }) => name === 'To take away')
  expect(copies.length).toBe(2)
})

test('every page fits a narrow window', onlyInFull, async ({ page }) => {
  test.setTimeout(longLimit)
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, '/integration-setup')
  for (const path of [
    '/integration-setup',
    '/connector-library',
    '/connector-library/sandbox-shop-to-crm',
    '/your-marketplace',
    '/public/integration-profile',
    '/public/public-integration',
  ]) {
    await page.goto(path)
    await seesAll(page)
  }
})
