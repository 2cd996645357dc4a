/**
 * JSON of 5 MB in the renderer of the studio, in Chromium with the built product: the time until the editor, which checks what is written, and the
 * view to read are on screen, and the time from a key to its frame while the text is checked.
 *
 *   npm run build && node bench/editor.ts
 */
import { type Browser, chromium, type Page } from 'playwright'

import { demoPassword, launch } from '#tests/e2e/kit/product.ts'
import { bar, percentile } from './bars.ts'

const bars = { onScreen: 300, key: 30 } as const
const rounds = 5
const keys = 30
/** Milliseconds between keys: the check begins 300 ms after one, so that every other key is pressed while the text is read. */
const pauses = [60, 340] as const

const text = fiveMegabytes()
const { address, stop } = await launch('bench-editor', { DEMO_PASSWORD: demoPassword })
let browser: Browser | null = null
try {
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1_000 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await openStudio(page)
  console.log(`${(text.length / 1e6).toFixed(1)} MB, ${text.split('\n').length} lines`)

  await choose(page, 'custom')
  const editor = page.getByRole('textbox', { name: 'Write or paste JSON here' })
  await editor.click()
  await page.evaluate((it) => navigator.clipboard.writeText(it), text)
  await page.keyboard.press('Control+V')
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByRole('textbox', { name: 'Payload' }).waitFor()

  await choose(page, 'sample')
  await report('editor with checking and view together on screen', bars.onScreen, () =>
    timeTo(page, 'source', 'custom', 'sample', 2),
  )
  await choose(page, 'custom')
  await report('view to read on screen', bars.onScreen, () => timeTo(page, 'view', 'JSON', 'Table', 2))

  for (const [where, key] of [
    ['begin', 'Control+Home'],
    ['end', 'Control+End'],
  ] as const) {
    await editor.click()
    await page.keyboard.press(key)
    const times: number[] = []
    for (let pressed = 0; pressed < keys; pressed += 1) {
      times.push(await keyTime(page))
      await page.waitForTimeout(pauses[pressed % pauses.length] ?? 0)
    }
    bar(`a key at the ${where}, p95`, percentile(times, 95), bars.key)
    console.log(`     p50 ${percentile(times, 50).toFixed(1)}, greatest ${percentile(times, 100).toFixed(1)} ms`)
  }
  await page.keyboard.press('Control+Home')
  await page.locator('.cm-lint-marker-error').first().waitFor()
} finally {
  await browser?.close()
  await stop()
}

/** Orders as shops have them, in lines. */
function fiveMegabytes(): string {
  const order = (at: number) => ({
    id: 450_789_469 + at,
    number: `SO-${at}`,
    placedAt: new Date(1_700_000_000_000 + at * 60_000).toISOString(),
    total: (at % 900) / 4,
    customer: { name: `Customer ${at}`, email: `customer${at}@example.test`, isNew: at % 3 === 0 },
    lines: [
      { sku: `SKU-${at % 100}`, quantity: 1 + (at % 4), price: (at % 80) / 2 },
      { sku: `SKU-${at % 70}`, quantity: 2, price: null },
    ],
  })
  const orders: object[] = []
  for (let length = 0; length < 4_980_000; ) {
    const text = JSON.stringify([order(orders.length)], null, 2)
    length += text.length
    orders.push(order(orders.length))
  }
  return JSON.stringify(orders, null, 2)
}

async function openStudio(page: Page): Promise<void> {
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email').fill('admin@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const href = await page.getByRole('link', { name: 'Shop orders to CRM' }).first().getAttribute('href')
  await page.goto(`${address}${href}/studio?tab=renderer`)
  await page.getByRole('combobox', { name: 'Data source' }).waitFor()
}

async function choose(page: Page, source: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Data source' }).selectOption(source)
}

async function report(what: string, limit: number, measure: () => Promise<number>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await measure())
  console.log(`${what}: ${times.map((it) => it.toFixed(0)).join(', ')} ms`)
  bar(`${what}, median`, percentile(times, 50), limit)
}

/** From the choice to the frame in which each of so many editors shows its lines. What is shown before it is chosen is something else. */
async function timeTo(page: Page, by: 'source' | 'view', then: string, before: string, editors: number): Promise<number> {
  if (by === 'source') await choose(page, before)
  else await page.getByRole('button', { name: before, exact: true }).click()
  await page.waitForTimeout(500)
  return page.evaluate(
    async ([way, value, count]) => {
      const frame = () => new Promise((next) => requestAnimationFrame(next))
      const isDrawn = () => {
        const drawn = [...document.querySelectorAll('.cm-content')].filter((it) => it.querySelectorAll('.cm-line').length > 5)
        return drawn.length === count
      }
      const start = performance.now()
      if (way === 'source') {
        const select = [...document.querySelectorAll('select')].find(({ options }) =>
          [...options].some((it) => it.value === 'sample'),
        )
        if (select === undefined) throw new Error('There is no choice of a source.')
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      } else [...document.querySelectorAll('button')].find(({ textContent }) => textContent === value)?.click()
      while (!isDrawn()) await frame()
      await frame()
      return performance.now() - start
    },
    [by, then, editors] as const,
  )
}

/** From the key to the end of the frame that shows its sign. */
async function keyTime(page: Page): Promise<number> {
  await page.evaluate(() => {
    const told = globalThis as { typed?: Promise<number> }
    told.typed = new Promise((done) => {
      addEventListener(
        'keydown',
        ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp))),
        { once: true, capture: true },
      )
    })
  })
  await page.keyboard.press('x')
  return page.evaluate(() => (globalThis as { typed?: Promise<number> }).typed ?? Promise.resolve(Number.NaN))
}
