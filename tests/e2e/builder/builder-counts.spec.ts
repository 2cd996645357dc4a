/** How many actions the usual ways through the builder take, from an API of one's own to a destination of one's own; each has its bar. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { expectInside, fillIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'
import { countedPerson } from './counted.ts'

const total = 250
const customers = Array.from({ length: total }, (_, at) => ({
  id: `C-${10_001 + at}`,
  firstName: ['Anna', 'Luca', 'Claire', 'Emil', 'Sofia'][at % 5],
  lastName: `Berg ${at}`,
  email: `person${at}@example.com`,
  phone: `+4930${100_000 + at}`,
  city: ['Berlin', 'Rome', 'Lyon'][at % 3],
}))
let arrived: Readonly<Record<string, unknown>>[] = []
let origin = ''
let product = { address: '', stop: () => Promise.resolve() }

/** Five pages of customers, one customer by its id, and a place to send them to. */
const systems = createServer(async (request, reply) => {
  let text = ''
  for await (const part of request) text += String(part)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  const answer = (status: number, body: unknown) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.method === 'POST') {
    arrived.push(JSON.parse(text))
    return answer(201, {})
  }
  if (pathname === '/api/customers') {
    const page = Number(searchParams.get('page') ?? 1)
    const pageSize = Number(searchParams.get('pageSize') ?? 50)
    const data = customers.slice((page - 1) * pageSize, page * pageSize)
    return answer(200, { data, page, pageSize, total, hasMore: page * pageSize < total })
  }
  const one = customers.find(({ id }) => pathname === `/api/customers/${id}`)
  return one === undefined ? answer(404, {}) : answer(200, { tier: 'gold', since: 2020 })
})

test.beforeAll(async () => {
  await new Promise<void>((resolve) => systems.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(systems.address() as AddressInfo).port}`
  product = await launch('e2e-counts', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.0/8' })
})
test.afterAll(async () => {
  await product.stop()
  systems.closeAllConnections()
  systems.close()
})

async function signedIn(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${product.address}/sign-in`)
  await fillIn(page, 'admin@demo.test', demoPassword)
  await page.keyboard.press('Enter')
  await expectInside(page)
  return countedPerson(page)
}

const isLive = (page: Page) => expect(page.getByText(/^Live\./)).toBeVisible({ timeout: 30_000 })

test('a first connector takes at most 17 actions, a schedule 3 and an enrichment 9', onlyInFull, async ({ page }) => {
  const person = await signedIn(page)
  await person.follow('New connector')
  await person.follow('Start from scratch')
  await person.fill('Name', 'Customers to CRM')
  await person.press('Create and continue')
  await person.fill(/^URL/, `${origin}/api/customers`)
  await person.press('Send test request')
  await expect(page.getByText('Reads all 5 pages (250 records)')).toBeVisible()
  await expect(page.getByText('50 records found.')).toBeVisible()
  await person.follow('Next: Destination')
  await person.fill(/^URL/, `${origin}/contacts`)
  const contact = { externalId: '1', fullName: 'Ada Abel', email: 'a@crm.example', phone: '1', city: 'Graz' }
  await person.fill(/JSON of one record/, JSON.stringify(contact))
  await person.follow(/^Mapping/)
  await person.press(/^Accept \d+ suggestions$/)
  await person.press('Join text: suggested transform of fullName')
  const sheet = page.getByRole('dialog', { name: 'fullName' })
  await person.press('Apply', sheet)
  await expect(page.getByRole('group', { name: '1 warning' })).toContainText('If records change pages during a run')
  await person.press('Deploy')
  await isLive(page)
  await person.press('Run now')
  const first = person.taken()
  await expect.poll(() => arrived.length).toBe(total)
  expect(new Set(arrived.map((it) => JSON.stringify(it))).size).toBe(total)
  expect(arrived).toContainEqual({
    externalId: 'C-10001',
    fullName: 'Anna Berg 0',
    email: 'person0@example.com',
    phone: '+4930100000',
    city: 'Berlin',
  })

  await person.follow(/^Profile/)
  await person.touch(page.getByText('On a schedule', { exact: true }))
  await expect(page.getByRole('group', { name: '2 warnings' })).toContainText(
    'Every run reads all records and sends only new or changed ones',
  )
  await person.press('Deploy')
  await isLive(page)
  const schedule = person.taken()

  await person.follow(/^Enrichment/)
  await person.press('Add enrichment')
  await person.fill(/^URL/, `${origin}/api/customers/{id}`)
  await person.choose('Parameter 1: record field', 'id')
  await person.fill('Target path', 'extra')
  await person.press('Send test request')
  await expect(page.getByText('1 record found.')).toBeVisible()
  await person.press('Deploy')
  await isLive(page)
  const enrichment = person.taken()

  console.log(`actions: first connector ${first}, schedule ${schedule}, enrichment ${enrichment}`)
  expect(first).toBeLessThanOrEqual(17)
  expect(schedule).toBeLessThanOrEqual(3)
  expect(enrichment).toBeLessThanOrEqual(9)
})

test('a webhook connector takes at most 9 actions', onlyInFull, async ({ page, request }) => {
  const person = await signedIn(page)
  arrived = []
  await person.follow('New connector')
  await person.follow('Start from scratch')
  await person.fill('Name', 'Events to CRM')
  await person.touch(page.getByText('By webhook', { exact: true }))
  await person.press('Create and continue')
  await person.press('Create secret')
  const hook = page.getByRole('region', { name: 'Webhook' })
  const secret = (await hook.getByText(/^whsec_\S+$/).textContent()) ?? ''
  const url = (await hook.getByText(/\/hooks\/[\da-f-]{36}$/).textContent()) ?? ''
  await person.follow('Next: Destination')
  await person.fill(/^URL/, `${origin}/contacts`)
  await person.press('Deploy')
  await isLive(page)
  const taken = person.taken()
  const sent = await request.post(url, { headers: { authorization: `Bearer ${secret}` }, data: { id: 7 } })
  expect(sent.status()).toBe(202)
  await expect.poll(() => arrived).toEqual([{ id: 7 }])
  console.log(`actions: webhook ${taken}`)
  expect(taken).toBeLessThanOrEqual(9)
})
