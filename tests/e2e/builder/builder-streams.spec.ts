/** A stream of NATS and a list of changes that is read in windows of time, both built through the screens. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from 'playwright/test'
import { startNats } from '../../kit/nats-server.ts'
import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const count = 240
/** One change a minute, until five minutes ago. */
const changes = Array.from({ length: count }, (_, at) => ({
  id: at + 1,
  updated_at: new Date(Date.now() - (count - at + 5) * 60_000).toISOString(),
}))
const arrived: number[] = []
const windows: { readonly since: string | null; readonly until: string | null }[] = []

/** The changes from `since` to before `until`; deliveries are taken. */
const systems = createServer(async (request, reply) => {
  let text = ''
  for await (const part of request) text += String(part)
  const { searchParams } = new URL(request.url ?? '/', 'http://x')
  const [since, until] = [searchParams.get('since'), searchParams.get('until')]
  if (request.method === 'POST') arrived.push(Number(JSON.parse(text).id))
  else windows.push({ since, until })
  const items = changes.filter(({ updated_at: at }) => at >= (since ?? '') && at < (until ?? '9'))
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.method === 'POST' ? {} : { items }))
})

let [address, origin] = ['', '']
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  await new Promise<void>((resolve) => systems.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(systems.address() as AddressInfo).port}`
  ;({ address, stop } = await launch('e2e-streams', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' }))
})
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))
test.afterAll(async () => {
  await stop()
  systems.closeAllConnections()
  systems.close()
})

async function begin(page: Page, name: string): Promise<void> {
  arrived.length = 0
  await signIn(page, `${address}/start-integration/integration-profile`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create and continue' }).click()
}

/** To the run that is started at the end of the builder. */
async function deployAndRun(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Next: Destination' }).click()
  await page.getByLabel(/^URL/).fill(`${origin}/orders`)
  await page.getByRole('link', { name: 'Review', exact: false }).first().click()
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('link', { name: 'Open the connector' }).click()
  await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Succeeded', { timeout: 60_000 })
}

test('messages of a stream are read, and the next run reads those that came since', async ({ page }) => {
  const nats = await startNats()
  try {
    await nats.stream('ORDERS')
    await nats.publish('ORDERS.eu', ...[1, 2, 3].map((id) => JSON.stringify({ id, total: id * 10 })))
    await begin(page, 'Orders of the stream')
    await page.getByLabel('Kind of system').selectOption('NATS JetStream')
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('Port').fill(String(nats.port))
    await page.getByLabel('Encryption').selectOption('Not encrypted')
    await page.getByLabel('Stream', { exact: true }).fill('ORDERS')
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('3 records found.').first()).toBeVisible()
    await expectAccessible(page)
    await deployAndRun(page)
    expect(arrived.toSorted()).toEqual([1, 2, 3])
    await nats.publish('ORDERS.us', JSON.stringify({ id: 4, total: 5 }))
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect.poll(() => arrived.toSorted(), { timeout: 60_000 }).toEqual([1, 2, 3, 4])
  } finally {
    await nats.stop()
  }
})

test('a list of changes is read in windows of time, each by itself', async ({ page }) => {
  await begin(page, 'Changes in windows')
  await page.getByLabel(/^URL/).fill(`${origin}/changes`)
  await page.getByRole('button', { name: 'Send test request' }).click()
  await page.getByRole('switch', { name: 'Process the response as a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'List configuration' })
  await dialog.getByLabel('Read only changes').selectOption('Since the highest value of a field')
  await dialog.getByLabel('Path to the field').fill('updated_at')
  await dialog.getByLabel('Value for the first run').fill(changes[0]?.updated_at ?? '')
  await expect(dialog).toContainText('use {{cursorEnd}} for it')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel(/^URL/).fill(`${origin}/changes?since={{cursor}}&until={{cursorEnd}}`)
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByLabel('Parts').selectOption('4: read at the same time')
  windows.length = 0
  await deployAndRun(page)
  expect(arrived.toSorted((a, b) => a - b)).toEqual(changes.map(({ id }) => id))
  const bounds = windows.filter(({ until }) => until !== null)
  expect(new Set(bounds.map(({ since, until }) => `${since} ${until}`)).size).toBeGreaterThanOrEqual(3)
  await page
    .getByRole('region', { name: 'Recent runs' })
    .getByRole('link', { name: /Succeeded/ })
    .click()
  await expect(page.getByRole('region', { name: 'Parts' }).getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
})
