/** A private system behind a gateway of the company, from the first dialog to the first answer, through the screens of both sides. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'playwright/test'

import { startGateway } from '../../engine/kit/test-gateway.ts'
import { Api, expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
const ends: (() => void)[] = []
test.beforeAll(async () => {
  // The gateway stands on this machine; the system behind it has a private address that leads nowhere from here.
  const environment = { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.0/8' }
  ;({ address, stop } = await launch('e2e-network', environment))
})
test.afterAll(async () => {
  for (const end of ends) end()
  await stop()
})

test('a gateway is added, tested and switched on, a private endpoint approved, and a source answers through both', async ({
  page,
  playwright,
}) => {
  const target = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('[{"id":1,"name":"Pallet"}]')
  }).listen(0, '127.0.0.1')
  ends.push(() => void target.close())
  await new Promise((resolve) => target.once('listening', resolve))
  const gateway = await startGateway((target.address() as AddressInfo).port, (end) => ends.push(end))

  await signIn(page, `${address}/system-settings?tab=network`)
  await page.getByRole('button', { name: 'Add VPN configuration' }).click()
  const form = page.getByRole('dialog', { name: 'Add VPN configuration' })
  const add = form.getByRole('button', { name: 'Add VPN configuration' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Name', { exact: true }).fill('Frankfurt')
  await form.getByLabel('Endpoint URL').fill(`socks5://127.0.0.1:${gateway.port}`)
  await form.getByLabel('Pre-shared key').fill('gate-key')
  await expectAccessible(page)
  await add.click()
  await expect(page.getByText('VPN configuration added successfully!').first()).toBeVisible()
  const row = page.getByRole('row', { name: /Frankfurt/ })
  await expect(row).toContainText('Not tested')
  await page.getByRole('button', { name: 'Actions for Frankfurt' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  const tried = page.getByRole('region', { name: 'Test Frankfurt' })
  await tried.getByLabel('Host and port to reach').fill('93.184.216.34:443')
  await tried.getByRole('button', { name: 'Test connection' }).click()
  await expect(tried.getByRole('status')).toContainText('Connected to 93.184.216.34:443')
  await expect(row).toContainText('Connected')
  await page.getByRole('switch', { name: 'Use VPN configurations and private endpoints' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Network connectivity settings saved successfully!').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add private endpoint' }).click()
  const asking = page.getByRole('dialog', { name: 'Add private endpoint' })
  await asking.getByLabel('Name', { exact: true }).fill('Warehouse')
  await asking.getByLabel('Endpoint URL').fill('http://10.1.2.3:8080')
  await asking.getByLabel('Reached through').selectOption('Frankfurt')
  await asking.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByRole('row', { name: /Warehouse/ })).toContainText('Waiting for approval')
  await expectAccessible(page)

  const context = await page.context().browser()?.newContext()
  const operator = await context?.newPage()
  if (!operator) throw new Error('There is no browser.')
  await signIn(operator, `${address}/admin`, 'super@demo.test')
  await operator.getByRole('button', { name: 'Actions for Warehouse' }).click()
  // The list of approvals has a button of this name too.
  await operator.getByRole('group', { name: 'Actions for Warehouse' }).getByRole('button', { name: 'Approve' }).click()
  await operator.getByRole('dialog', { name: 'Approve “Warehouse”?' }).getByRole('button', { name: 'Approve' }).click()
  await expect(operator.getByRole('row', { name: /Warehouse/ })).toContainText('Approved')
  await context?.close()

  const request = await playwright.request.newContext({ baseURL: address })
  const api = await Api.open(request)
  const source = { type: 'http', url: 'http://10.1.2.3:8080/pallets' }
  const config = {
    name: 'Pallets',
    trigger: { type: 'manual' },
    source,
    destination: { type: 'http' },
    dataMapping: [],
    enrichment: [],
  }
  const { connector } = await api.post<{ connector: { _id: string } }>('/api-connectors/', {
    connector: { name: 'Pallets' },
    config,
  })
  await page.goto(`${address}/start-integration/${connector._id}/source-configuration`)
  await page.getByLabel('Goes through').selectOption('Frankfurt')
  const panel = page.getByRole('region', { name: 'Test request' })
  await panel.getByRole('button', { name: 'Send test request' }).click()
  await expect(panel.getByText(/^200 · /)).toBeVisible()
  expect(gateway.asked).toEqual(['93.184.216.34:443', '10.1.2.3:8080'])
  await request.dispose()
})
