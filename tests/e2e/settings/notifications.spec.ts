/** The mail server of a company and its webhooks, through the screens of an administrator. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'playwright/test'
import { SMTPServer } from 'smtp-server'
import { Webhook } from 'standardwebhooks'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  const environment = { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.0/8' }
  ;({ address, stop } = await launch('e2e-notifications', environment))
})
test.afterAll(() => stop())

test('a mail server is tested step by step and saved; its password is not shown again', async ({ page }) => {
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const mails = new SMTPServer({
    ...{ logger: false, disableReverseLookup: true },
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  await new Promise<void>((resolve) => mails.listen(2525, host, resolve))
  await signIn(page, `${address}/system-settings?tab=notifications`)
  await page.getByLabel('SMTP host').fill(host)
  await page.getByLabel('Port').selectOption('2525')
  await page.getByLabel('Username').fill('post@example.test')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  const steps = page.getByRole('list', { name: 'Test steps' })
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(steps.getByRole('listitem').last()).toContainText('Sign in535')
  await page.getByLabel('Password', { exact: true }).fill('right')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(steps.getByRole('listitem').last()).toContainText('Accepted250')
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Send through our mail server' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Notification settings saved successfully!').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('A password is saved. Enter a new one to replace it.')).toBeVisible()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  await new Promise<void>((resolve) => mails.close(resolve))
})

test('a webhook is added, its secret shown once, and a test of it is delivered and signed', async ({ page }) => {
  const received: { body: string; headers: Record<string, string> }[] = []
  const receiver = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(200).end('thanks')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  await signIn(page, `${address}/system-settings?tab=notifications`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByLabel('Name').fill('Warehouse')
  await form.getByLabel('URL', { exact: true }).fill('not a URL')
  await expect(form).toContainText('Please enter a valid URL')
  await form.getByLabel('URL', { exact: true }).fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`)
  for (const event of ['user.created', 'system.alert', 'system.maintenance']) await form.getByLabel(event).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = await page.getByRole('textbox', { name: 'Webhook secret' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Warehouse/ })
  await expect(row).toContainText('+1')
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click()
  await page.getByRole('button', { name: 'Show deliveries' }).click()
  await page.getByRole('button', { name: 'Send test', exact: true }).click()
  const delivery = page.getByRole('row', { name: /webhook\.test/ })
  await expect(delivery).toContainText('Delivered')
  await expect(delivery).toContainText('HTTP 200 thanks')
  await expectAccessible(page)
  const [first] = received
  expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({ type: 'webhook.test' })
  receiver.close()
})
