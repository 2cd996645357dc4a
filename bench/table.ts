/**
 * The investigator's table with 100 rows, in Chromium with the built product, moved by the wheel: the time from each frame to the next, and script and
 * layout of each.
 *
 *   npm run build && npm run bench:table
 */
import { type Browser, chromium, type Page } from 'playwright'

import { Api, expectInside, signIn } from '#tests/e2e/kit/console.ts'
import { demoPassword, launch } from '#tests/e2e/kit/product.ts'
import { deploy, run } from '#tests/e2e/studio/replay-tools.ts'
import { bar, percentile } from './bars.ts'
import { framesDuring } from './mapping/frames.ts'

const frameBar = 20
const turns = 240
const rows = 100

const { address, stop } = await launch('bench-table', { DEMO_PASSWORD: demoPassword })
let browser: Browser | null = null
try {
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args })
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await openTable(page)

  const { frames, intervals } = await scrolled(page)
  for (const [what, times] of [
    ['from frame to frame', intervals],
    ['script and layout of a frame', frames],
  ] as const) {
    console.log(
      `${what}: ${times.length}, ${[50, 95, 100].map((part) => `p${part} ${percentile(times, part).toFixed(1)}`).join(', ')} ms`,
    )
  }
  bar('scrolling the table, p95 from frame to frame', percentile(intervals, 95), frameBar)
} finally {
  await browser?.close()
  await stop()
}

async function openTable(page: Page): Promise<void> {
  const api = await Api.open(page.request)
  const id = await api.copyOfSeeded('Scrolled', (config) => config)
  await deploy(api, id)
  await run(api, id)
  await signIn(page, '/dashboard')
  await expectInside(page)
  await page.goto(`/details/${id}/studio?tab=investigator&size=${rows}`)
  await page.getByRole('treegrid', { name: 'Transactions' }).getByRole('row').nth(5).waitFor()
}

/** The wheel goes down to the end and up again. */
async function scrolled(page: Page): Promise<{ frames: number[]; intervals: number[] }> {
  await page.getByRole('treegrid', { name: 'Transactions' }).getByRole('row').nth(3).hover()
  const place = () => page.getByRole('treegrid', { name: 'Transactions' }).evaluate((it) => it.scrollTop)
  const before = await place()
  await page.evaluate(() => {
    const told = globalThis as { intervals?: number[]; isOver?: boolean }
    const intervals: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      intervals.push(now - last)
      last = now
      if (told.isOver !== true) requestAnimationFrame(next)
    }
    told.intervals = intervals
    requestAnimationFrame(next)
  })
  let lowest = before
  const frames = await framesDuring(page, async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      await page.mouse.wheel(0, turn < turns / 2 ? 60 : -60)
      if (turn === turns / 2) lowest = await place()
    }
  })
  if (lowest === before) throw new Error('The table did not move.')
  const intervals = await page.evaluate(() => {
    const told = globalThis as { intervals?: number[]; isOver?: boolean }
    told.isOver = true
    return told.intervals ?? []
  })
  return { frames, intervals: intervals.slice(1) }
}
