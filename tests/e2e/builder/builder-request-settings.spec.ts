/** What a person sets for the requests of a system: a secret header, a success criterion, limits and "Send only changes", and what arrives. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, type Page } from 'playwright/test'

import { Api, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const secret = 'tenant-secret-7f3a'
const header = 'X-Tenant-Key'

type Arrival = { readonly at: number; readonly id: string; readonly key: string | undefined }

/** Three contacts to read, and a place for them that takes each, names an error all the same, and wants the secret header. */
async function startSystem(): Promise<{ readonly url: string; readonly server: Server; readonly arrived: Arrival[] }> {
  const arrived: Arrival[] = []
  const server = createServer(async (request, response) => {
    const said = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = await text(request)
    if (request.headers[header.toLowerCase()] !== secret) return said(401, { error: 'key' })
    if (request.method !== 'POST') return said(200, { items: ['a', 'b', 'c'].map((id) => ({ id, name: `Contact ${id}` })) })
    const { id } = JSON.parse(body) as { readonly id: string }
    arrived.push({ at: performance.now(), id, key: String(request.headers[header.toLowerCase()]) })
    return said(200, { error: 'see state', state: 'stored' })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, arrived }
}

async function addSecret(page: Page): Promise<void> {
  await page.getByText('Secret headers and parameters', { exact: true }).click()
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await page.getByLabel('Secret 1: name').fill(header)
  await page.getByLabel('Secret 1: value').fill(secret)
  await page.getByLabel('Secret 1: name').focus()
}

test('a secret header, a success criterion, limits and "Send only changes" are set through the screens and obeyed', async ({
  page,
  playwright,
}) => {
  const { url, server, arrived } = await startSystem()
  const { address, stop } = await launch('e2e-request-settings', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  const request = await playwright.request.newContext({ baseURL: address })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Contacts with settings')
    await page.getByRole('button', { name: 'Create and continue' }).click()

    await page.getByLabel('URL', { exact: true }).fill(`${url}/contacts`)
    await addSecret(page)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 3 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()

    await page.getByLabel('URL', { exact: true }).fill(`${url}/people`)
    await addSecret(page)
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Response field (optional)').fill('state')
    await page.getByLabel('Field value (optional)').fill('stored')
    await page.getByLabel('Maximum requests per second').fill('0.5')
    await page.getByLabel('Response starts within (seconds)').fill('20')
    await page.getByLabel('Send only changes').selectOption({ label: "Yes: don't send unchanged records again" })
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Review', exact: false }).first().click()

    const parts = page.getByRole('region', { name: 'Configuration' })
    for (const sentence of [
      `At most 1 request every 2 seconds to ${new URL(url).host}.`,
      'A response counts as success if its field state is stored.',
      'A response must start within 20 seconds.',
      'Only new and changed records are sent.',
    ])
      await expect(parts.getByText(sentence)).toBeVisible()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    const runs = page.getByRole('region', { name: 'Recent runs' })
    await expect(runs).toContainText('Succeeded', { timeout: 45_000 })

    expect(arrived.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c'])
    // Two pauses of 2 s in all: when one request arrives depends on the machine, too.
    expect((arrived.at(-1)?.at ?? 0) - (arrived[0]?.at ?? 0)).toBeGreaterThan(3_500)

    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(runs.getByText('Succeeded')).toHaveCount(2, { timeout: 45_000 })
    expect(arrived, 'unchanged records are not sent again').toHaveLength(3)

    const api = await Api.open(request)
    const id = /\/details\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''
    const file = JSON.stringify(await api.get(`/api-connectors/${id}/export`))
    expect(file).toContain(`"name":"${header}"`)
    expect(file).not.toContain(secret)
  } finally {
    await request.dispose()
    await stop()
    server.close()
  }
})
