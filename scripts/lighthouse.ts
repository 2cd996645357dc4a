/** Lighthouse over the pages that have a bar, against a running product: `node scripts/lighthouse.ts http://localhost:3001 admin@demo.test <password>`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright'

import { freePort } from '../tests/kit/free-port.ts'

/** Lowest scores, for a company with 31 connectors. */
const bars = {
  '/sign-in': { desktop: 0.99, mobile: 0.97 },
  '/dashboard': { desktop: 0.97, mobile: 0.92 },
  '/details': { desktop: 0.97, mobile: 0.9 },
} as const
/** A median: one run on a busy machine says little. */
const rounds = Number(process.env['ROUNDS'] ?? 5)

const [origin = 'http://localhost:3001', email = 'admin@demo.test', password = ''] = process.argv.slice(2)
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const reports = join(import.meta.dirname, '../reports/lighthouse')
mkdirSync(reports, { recursive: true })

const port = await freePort()
const args = [
  `--remote-debugging-port=${port}`,
  '--disable-background-networking',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
/** The page of the first connector of the list. */
let details = ''
const browser = await chromium.launchPersistentContext('', { executablePath, args })
try {
  for (const page of Object.keys(bars) as (keyof typeof bars)[]) {
    if (page === '/dashboard') details = await signIn()
    for (const form of ['desktop', 'mobile'] as const) {
      const scores = []
      for (let round = 1; round <= rounds; round += 1) scores.push(await measure(page, form, round))
      const performance = median(scores.map((it) => it.performance))
      const accessibility = Math.min(...scores.map((it) => it.accessibility))
      const holds = performance >= bars[page][form] && accessibility === 1
      console.log(
        `${holds ? 'ok  ' : 'FAIL'} ${page} ${form}: performance ${performance} (bar ${bars[page][form]}), accessibility ${accessibility}`,
      )
      if (!holds) process.exitCode = 1
    }
  }
} finally {
  await browser.close()
}

/** @returns the path of the first connector of the list. */
async function signIn(): Promise<string> {
  const page = await browser.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  const first = await page.locator('a[href^="/details/"]').first().getAttribute('href')
  await page.close()
  return new URL(first ?? '', origin).pathname
}

async function measure(page: string, form: 'desktop' | 'mobile', round: number) {
  const flags = { port, disableStorageReset: true, onlyCategories: ['performance', 'accessibility'], output: 'html' as const }
  const result = await lighthouse(
    `${origin}${page === '/details' ? details : page}`,
    flags,
    form === 'desktop' ? desktopConfig : undefined,
  )
  if (!result) throw new Error(`Lighthouse said nothing about ${page}.`)
  writeFileSync(join(reports, `${page.slice(1)}-${form}-${round}.html`), String(result.report))
  const { performance, accessibility } = result.lhr.categories
  if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message)
  const told = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'speed-index',
  ]
  console.log(`     ${page} ${form} ${told.map((id) => result.lhr.audits[id]?.displayValue).join('  ')}`)
  return { performance: performance?.score ?? 0, accessibility: accessibility?.score ?? 0 }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
