/** A webhook connector made through the screens: its secret, a test event, and an event of a sender, read at the destination. */
import { expect } from 'playwright/test'

import { signIn, test } from '../kit/console.ts'

type Arrived = { readonly items: readonly { readonly record: unknown }[] }

test('a webhook connector is built, listens for a test event, and moves the events that are sent to it', async ({
  page,
  request,
  baseURL,
}) => {
  const newest = async (count: number) =>
    ((await (await request.get(`/sandbox/crm/contacts?limit=${count}`)).json()) as Arrived).items.map(({ record }) => record)
  await signIn(page, '/start-integration/integration-profile')
  await page.getByRole('radio', { name: 'By webhook' }).check()
  await page.getByLabel('Name').fill('Events to CRM')
  await page.getByRole('button', { name: 'Create and continue' }).click()
  const hook = page.getByRole('region', { name: 'Webhook' })
  await expect(hook.getByText(/\/hooks\/[\da-f-]{36}$/)).toBeVisible()
  await expect(hook.getByText('No secret yet. Create one to receive events.')).toBeVisible()
  await hook.getByRole('button', { name: 'Create secret' }).click()
  const path = new URL(
    (await hook
      .getByText(/\/hooks\/[\da-f-]{36}$/)
      .first()
      .textContent()) ?? '',
  ).pathname
  const send = async (data: object) => {
    const secret = (await hook.getByText(/^whsec_\S+$/).textContent()) ?? ''
    return request.post(path, { headers: { authorization: `Bearer ${secret}` }, data })
  }
  const listening = page.getByRole('region', { name: 'Test event' })
  await listening.getByRole('button', { name: 'Listen for test event' }).click()
  await expect(listening.getByText(/^Listening until/)).toBeVisible()
  expect((await send({ id: 1 })).status()).toBe(202)
  await expect(listening.getByText('The sample now has 1 field.')).toBeVisible()
  await page.getByRole('link', { name: 'Next: Destination' }).click()
  // The console's own name reaches the sandbox, and its first test is no refusal.
  await page.getByLabel(/^URL/).fill(`${baseURL?.replace('127.0.0.1', 'localhost')}/sandbox/crm/contacts`)
  await page.getByRole('button', { name: 'Test the destination' }).click()
  await expect(page.getByText(/The destination returned 204 and accepts POST/).first()).toBeVisible()
  await page.getByRole('link', { name: /^Review/ }).click()
  await expect(page.getByText('No errors in the configuration.')).toBeVisible()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText(/Waiting for events\./)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Open the connector' }).click()
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const secret = (await hook.getByText(/^whsec_\S+$/).textContent()) ?? ''
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(hook.getByText(/^Event [\da-f-]{36} arrived/)).toBeVisible()
  await expect.poll(() => newest(1)).toEqual([{ id: 1 }])

  expect((await send({ id: 'of a sender' })).status()).toBe(202)
  await expect.poll(() => newest(2)).toEqual([{ id: 'of a sender' }, { id: 1 }])
  await page.reload()
  await expect(page.getByText('Delivers events as they arrive.').first()).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
})
