/** The words of the browser tests: who signs in, what a page must never do, what the API says beside the screen. */
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from 'playwright/test'

import type { Session } from '#contract/auth/auth.ts'
import type { ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { demoPassword, launch } from './product.ts'

type Fixtures = {
  /** Whatever a page complains about: broken policy, errors nobody caught. A test that expects one takes it out. */
  readonly complaints: string[]
}

type OfWorker = {
  /** The address of the product that the tests of this worker share. */
  readonly product: string
}

/** A test fails when its page breaks the content security policy or throws. */
export const test = base.extend<Fixtures, OfWorker>({
  product: [
    // Playwright reads from the pattern what a fixture needs.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use, { workerIndex }) => {
      const { address, stop } = await launch(`e2e-server-${workerIndex}`, { DEMO_PASSWORD: demoPassword })
      await use(address)
      await stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ product }, use) => use(product),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/**
 * Opens a page as a person of the demo company, with a session like the one that the sign-in page keeps in the browser. Where signing in is the matter, a
 * test types: see `session.spec.ts`.
 */
export async function signIn(page: Page, path = '/dashboard', email = 'admin@demo.test'): Promise<void> {
  // A path that is a whole address is of another product.
  const [origin = ''] = /^https?:\/\/[^/]+/.exec(path) ?? []
  const reply = await page.request.post(`${origin}/api/auth/sign-in`, { data: { email, password: demoPassword } })
  expect(reply.ok(), await reply.text()).toBe(true)
  // A small page of the same origin: nothing of the console runs on it.
  await page.goto(`${origin}/livez`)
  await page.evaluate(
    (session) => {
      localStorage.setItem('session', JSON.stringify({ session, receivedAt: Date.now() }))
    },
    await reply.json(),
  )
  await page.goto(path)
  await expectInside(page)
}

/** The seeded connector in the list, searched for: only the rows in sight are drawn, and other tests have made many. */
export async function findSeeded(page: Page): Promise<Locator> {
  await page.getByLabel('Search by name').fill('Shop orders')
  const link = page.getByRole('link', { name: 'Shop orders to CRM' })
  await expect(link).toBeVisible()
  return link
}

/** Somebody is signed in, and the frame of the console stands. */
export async function expectInside(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Profile of / })).toBeVisible()
}

export async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile of / }).click()
}

export async function signOut(page: Page): Promise<void> {
  await openProfile(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
}

/** Calls beside the screen, as the same person. */
export class Api {
  readonly #request: APIRequestContext
  readonly #session: Session

  private constructor(request: APIRequestContext, session: Session) {
    this.#request = request
    this.#session = session
  }

  static async open(request: APIRequestContext, email = 'admin@demo.test'): Promise<Api> {
    const reply = await request.post('/api/auth/sign-in', { data: { email, password: demoPassword } })
    expect(reply.ok()).toBe(true)
    return new Api(request, await reply.json())
  }

  async get<T>(path: string): Promise<T> {
    const reply = await this.#request.get(path, { headers: this.#headers() })
    expect(reply.status(), await reply.text()).toBe(200)
    return reply.json()
  }

  async post<T>(path: string, data?: unknown): Promise<T> {
    const headers = { ...this.#headers(), 'idempotency-key': crypto.randomUUID() }
    const reply = await this.#request.post(path, { headers, ...(data === undefined ? {} : { data }) })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }

  async put<T>(path: string, data: unknown): Promise<T> {
    const reply = await this.#request.put(path, { headers: this.#headers(), data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }

  async remove(path: string): Promise<void> {
    const reply = await this.#request.delete(path, { headers: this.#headers() })
    expect(reply.ok(), await reply.text()).toBe(true)
  }

  connectors(): Promise<ConnectorListItem[]> {
    return this.get(`/api-connectors/dashboard-user-query?userId=${this.#session.user._id}`)
  }

  /** A draft like the seeded one, under another name and with changes to its configuration. */
  async copyOfSeeded(name: string, change: (config: ConnectorDetails['config']) => ConnectorDetails['config']): Promise<string> {
    const seeded = (await this.connectors()).find((it) => it.name === 'Shop orders to CRM')
    if (seeded === undefined) throw new Error('The seeded connector is gone.')
    const { config } = await this.get<ConnectorDetails>(`/api-connectors/${seeded._id}`)
    const made = await this.post<{ connector: { _id: string } }>('/api-connectors/', {
      connector: { name },
      config: change({ ...config, name }),
    })
    return made.connector._id
  }

  #headers() {
    return { authorization: `Bearer ${this.#session.accessToken}` }
  }
}

/**
 * Nothing of the page has changed for a moment and no animation that ends is under way; a page that never rests is taken as it is. What is drawn anew while axe
 * reads cannot be named by it, and a text that fades in has the contrast of that moment.
 */
const rests = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const isMoving = () =>
          document
            .getAnimations()
            .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        const done = () => {
          if (isMoving()) {
            moment = setTimeout(done, 50)
            return
          }
          end()
        }
        const end = () => {
          observer.disconnect()
          resolve()
        }
        let moment = setTimeout(done, 150)
        const observer = new MutationObserver(() => {
          clearTimeout(moment)
          moment = setTimeout(done, 150)
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true })
        setTimeout(end, 3_000)
      }),
  )

/** Axe itself breaks when what it names is drawn anew meanwhile: then it looks at the page as it is now. What it finds is never asked for twice. */
async function violationsOn(page: Page, triesLeft = 2): Promise<Awaited<ReturnType<AxeBuilder['analyze']>>['violations']> {
  await rests(page)
  try {
    return (await new AxeBuilder({ page }).analyze()).violations
  } catch (thrown) {
    if (triesLeft === 0) throw thrown
    return violationsOn(page, triesLeft - 1)
  }
}

/** No violation, once the page stands: what only says that it loads is no page yet. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const violations = await violationsOn(page)
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html, failureSummary }) => `${target.join(' ')} ${html} ${failureSummary}`).join(', ')}`,
  )
  expect(found).toEqual([])
}

export async function seesAll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
}
