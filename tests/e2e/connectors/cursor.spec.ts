/** The cursor of a connector: seen and set through the screens, and asked for before a deployment would drop it. */
import { createServer } from 'node:http'
import { expect, type Page, request as requests } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'
import { alerts, button, detailsOf, publish, studio, textOf, validate, write } from '../studio/config-editor-tools.ts'
import { deploy, run } from '../studio/replay-tools.ts'

/** A product of its own that may ask this machine, with a shop beside it. */
async function openWorld() {
  const shop = await openShop()
  const product = await launch('e2e-cursor', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.0/8' })
  const request = await requests.newContext({ baseURL: product.address })
  return {
    shop,
    address: product.address,
    api: await Api.open(request),
    close: async () => {
      await request.dispose()
      await product.stop()
      shop.close()
    },
  }
}

/** A shop with orders 1 to 5 that gives those from a number on, at any path, and takes deliveries and counts them. */
async function openShop() {
  const taken = new Map<number, number>()
  const server = createServer(async (request, reply) => {
    reply.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      const since = Number(new URL(request.url ?? '', 'http://shop').searchParams.get('since') ?? 0)
      const items = [1, 2, 3, 4, 5].filter((number) => number >= since).map((number) => ({ number }))
      return reply.end(JSON.stringify({ items }))
    }
    let text = ''
    for await (const part of request) text += String(part)
    const { number } = JSON.parse(text)
    taken.set(number, (taken.get(number) ?? 0) + 1)
    reply.end('{}')
  })
  await new Promise<void>((heard) => server.listen(0, '127.0.0.1', heard))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    taken: () => [1, 2, 3, 4, 5].map((number) => taken.get(number) ?? 0),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ordersSince = (api: Api, origin: string) =>
  api.copyOfSeeded('Orders since the last', (config) => ({
    ...config,
    trigger: { type: 'manual' as const },
    source: {
      ...config.source,
      url: `${origin}/orders`,
      queries: [{ key: 'since', value: '{{cursor}}', active: true }],
      ...(config.source.listConfig
        ? {
            listConfig: {
              ...config.source.listConfig,
              type: 'simple' as const,
              incrementalConfig: { by: 'field' as const, cursorPath: 'number' },
            },
          }
        : {}),
    },
    destination: { ...config.destination, url: `${origin}/orders`, keys: 'run' as const },
    dataMapping: [],
  }))

const card = (page: Page) => page.getByRole('region', { name: 'Start of next run' })

test('the cursor is seen, set to a value and back to the beginning, and only after it was said what that means', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const { shop, api, address, close } = await openWorld()
  try {
    const id = await ordersSince(api, shop.origin)
    await deploy(api, id)
    await run(api, id)
    expect(shop.taken()).toEqual([1, 1, 1, 1, 1])
    await signIn(page, `${address}/details/${id}?tab=settings`)
    await expect(card(page)).toContainText('Current value5')
    await expect(card(page)).toContainText('Set by run')

    await card(page).getByLabel('Start the next run').selectOption({ label: 'From a value' })
    await card(page).getByRole('button', { name: 'Preview records' }).click()
    await expect(card(page)).toContainText('Enter the first value to read.')
    await card(page).getByLabel('Value', { exact: true }).fill('4')
    await card(page).getByRole('button', { name: 'Preview records' }).click()
    await expect(card(page)).toContainText('The next run requests records from 4 on')
    await expectAccessible(page)
    await card(page).getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(card(page)).toContainText('Current value5')

    await card(page).getByLabel('Start the next run').selectOption({ label: 'From a value' })
    await card(page).getByLabel('Value', { exact: true }).fill('4')
    await card(page).getByRole('button', { name: 'Preview records' }).click()
    await card(page).getByRole('button', { name: 'Set the cursor' }).click()
    await expect(card(page)).toContainText('Cursor set.')
    await expect(card(page)).toContainText('Current value4')
    await expect(card(page)).toContainText('Set by a person')
    await page.setViewportSize({ width: 320, height: 640 })
    await seesAll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await run(api, id)
    expect(shop.taken()).toEqual([1, 1, 1, 2, 2])

    await page.reload()
    await card(page).getByRole('button', { name: 'Preview records' }).click()
    await expect(card(page)).toContainText('The next run reads all records again and sends them with new keys.')
    await card(page).getByRole('button', { name: 'Set the cursor' }).click()
    await expect(card(page)).toContainText('Not set. The next run reads from the beginning.')
    await run(api, id)
    expect(shop.taken()).toEqual([2, 2, 2, 3, 3])
  } finally {
    await close()
  }
})

test(
  'a deployment that reads something else asks where to begin before it goes live, in the review and in the text',
  onlyInFull,
  async ({ page }) => {
    test.setTimeout(180_000)
    const { shop, api, address, close } = await openWorld()
    try {
      const id = await ordersSince(api, shop.origin)
      await deploy(api, id)
      await run(api, id)
      await signIn(page, `${address}/edit-integration/source-configuration/${id}`)
      await page.getByLabel('URL', { exact: true }).fill(`${shop.origin}/archive`)
      await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

      await page.goto(`${address}/edit-integration/${id}`)
      await page.getByRole('button', { name: 'Deploy', exact: true }).click()
      const question = page.getByRole('group', { name: 'Start of reading' })
      await expect(question).toContainText(`This version reads GET /archive`)
      await expect(question).toContainText('The current cursor is 5')
      await expectAccessible(page)
      await question.getByRole('button', { name: "Don't deploy" }).click()
      await expect(page.getByRole('alert').first()).toContainText('Different data')
      expect((await api.get<{ liveVersion: number }>(`/api-connectors/${id}`)).liveVersion).toBe(1)

      await page.getByRole('button', { name: 'Deploy', exact: true }).click()
      await question.getByLabel('Start of reading').selectOption({ label: 'Continue from the live version' })
      await question.getByRole('button', { name: 'Deploy' }).click()
      await expect.poll(async () => (await api.get<{ liveVersion: number }>(`/api-connectors/${id}`)).liveVersion).toBe(2)
      await page.goto(`${address}/details/${id}?tab=settings`)
      await expect(card(page)).toContainText('Current value5')
      await run(api, id)
      expect(shop.taken()).toEqual([1, 1, 1, 1, 2])

      const { config } = await detailsOf(api, id)
      await page.goto(`${address}${studio(id)}`)
      await button(page, 'Edit Configuration').click()
      await write(page, textOf({ ...config, source: { ...config.source, url: `${shop.origin}/orders` } }))
      await validate(page)
      await publish(page)
      await expect(question).toContainText('This version reads GET /orders')
      await expectAccessible(page)
      await question.getByRole('button', { name: "Don't deploy" }).click()
      await expect(alerts(page).first()).toContainText('Choose where to start reading')
      expect((await detailsOf(api, id)).liveVersion).toBe(2)
      await publish(page)
      await question.getByLabel('Start of reading').selectOption({ label: 'From a value' })
      await question.getByLabel('First value to read').fill('4')
      await question.getByRole('button', { name: 'Deploy' }).click()
      await expect.poll(async () => (await detailsOf(api, id)).liveVersion).toBe(3)
      await run(api, id)
      expect(shop.taken()).toEqual([1, 1, 1, 2, 3])
    } finally {
      await close()
    }
  },
)
