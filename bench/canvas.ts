/**
 * The mapping canvas with 500 × 500 fields and 500 lines, in Chromium with the built product: the time until it is on screen, script and layout per frame
 * while it is moved and while a line is pulled, and the time from a key in a search to its result.
 *
 *   npm run build && npm run bench:canvas
 */
import { type Browser, chromium, type Locator, type Page } from 'playwright'

import { demoPassword, launch } from '#tests/e2e/kit/product.ts'
import { bar, percentile } from './bars.ts'
import { bigDraft } from './mapping/big-draft.ts'
import { framesDuring } from './mapping/frames.ts'

const bars = { onScreen: 300, frame: 12, search: 50 } as const
const rounds = 7
const moves = 180

const { address, stop } = await launch('bench-canvas', { DEMO_PASSWORD: demoPassword })
let browser: Browser | null = null
try {
  const id = await bigDraft(address, demoPassword)
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args })
  const page = await browser.newPage({ viewport: { width: 1280, height: 1_000 } })
  await page.goto(`${address}/edit-integration/data-mapping/${id}`)
  await page.getByLabel('Email').fill('admin@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Canvas' }).waitFor()

  const openings: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    openings.push(await timeToCanvas(page))
    if (round < rounds - 1) await page.getByRole('button', { name: 'Table', exact: true }).click()
  }
  const lines = await page.locator('[data-line]').count()
  console.log(`on screen: ${openings.map((it) => it.toFixed(0)).join(', ')} ms; ${lines} of 500 lines in sight`)
  bar('on screen, median', median(openings), bars.onScreen)

  for (const [what, frames] of [
    ['moving the canvas', await framesDuring(page, () => pan(page))],
    ['pulling a line', await framesDuring(page, () => pull(page))],
    ['scrolling a list', await framesDuring(page, () => scroll(page))],
  ] as const) {
    const told = [50, 95, 100].map((part) => `p${part} ${percentile(frames, part).toFixed(1)}`).join(', ')
    console.log(`${what}: ${frames.length} frames, script and layout ${told} ms`)
    bar(`${what}, p95`, percentile(frames, 95), bars.frame)
  }

  const searches: number[] = []
  for (let round = 0; round < 3; round += 1) searches.push(...(await searchTimes(page)))
  console.log(`search: ${searches.map((it) => it.toFixed(0)).join(', ')} ms from each key to its result`)
  bar('search, p95', percentile(searches, 95), bars.search)
} finally {
  await browser?.close()
  await stop()
}

function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** From the press to the frame that shows fields of both sides and lines between them. */
function timeToCanvas(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Canvas')
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    const isDrawn = () => {
      const rows = ['source', 'target'].every((side) => document.querySelectorAll(`[data-side="${side}"]`).length > 10)
      const row = document.querySelector('[data-side]')
      return (
        rows && row !== null && getComputedStyle(row).visibility === 'visible' && document.querySelector('[data-line]') !== null
      )
    }
    const start = performance.now()
    button?.click()
    while (!isDrawn()) await frame()
    await frame()
    return performance.now() - start
  })
}

type Spot = { readonly x: number; readonly y: number }

async function middle(target: Locator): Promise<Spot> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('What is pulled is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function pan(page: Page): Promise<void> {
  const { x, y } = await middle(page.locator('.react-flow__pane'))
  const place = () => page.locator('.react-flow__viewport').getAttribute('style')
  const before = await place()
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < moves; step += 1) await page.mouse.move(x + 150 * Math.sin(step / 12), y + 80 * Math.cos(step / 12))
  if ((await place()) === before) throw new Error('The canvas did not move.')
  await page.mouse.move(x, y)
  await page.mouse.up()
}

/** Let go over nothing, so that the lines stay the same. */
async function pull(page: Page): Promise<void> {
  const from = await middle(page.locator('[data-side="source"]').nth(8))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 0; step < moves; step += 1) await page.mouse.move(from.x + 3 * step, from.y + 120 * Math.sin(step / 12))
  if ((await page.locator('[data-pulling]').count()) === 0) throw new Error('No line was pulled.')
  await page.mouse.move(from.x, from.y + 30)
  await page.mouse.up()
}

async function scroll(page: Page): Promise<void> {
  const tree = page.locator('[role="tree"]').first()
  await tree.locator('[data-path]').nth(8).hover()
  for (let step = 0; step < moves; step += 1) await page.mouse.wheel(0, 60)
  if ((await tree.evaluate(({ parentElement }) => parentElement?.scrollTop ?? 0)) === 0)
    throw new Error('The list did not scroll.')
}

async function searchTimes(page: Page): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search source fields' })
  await box.fill('')
  const times: number[] = []
  for (const letter of 'city_12') {
    await page.evaluate(() => {
      const told = globalThis as { searched?: Promise<number> }
      told.searched = new Promise((done) => {
        addEventListener(
          'input',
          () => {
            const start = performance.now()
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
          },
          { once: true, capture: true },
        )
      })
    })
    await page.keyboard.press(letter === '_' ? 'Shift+Minus' : letter)
    times.push(await page.evaluate(() => (globalThis as { searched?: Promise<number> }).searched ?? Promise.resolve(Number.NaN)))
  }
  const found = await page.locator('[data-side="source"]').count()
  if (found === 0 || found > 30) throw new Error(`The search found ${found} fields.`)
  return times
}
