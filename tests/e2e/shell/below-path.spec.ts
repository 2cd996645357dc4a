/** The console below a path of a host that has other pages too, behind a proxy that keeps the path or takes it away. */
import { request as ask, createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'playwright/test'

import { expectInside, fillIn, findSeeded, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const base = '/tools/crane'

/** Sends what is below the path to a product; everything else on the host is another application's. */
async function startProxy() {
  const strayed: string[] = []
  const state = { target: '', takesPath: false, strayed }
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    if (!`${url}/`.startsWith(`${base}/`)) {
      strayed.push(url)
      return void response.writeHead(404).end('another application')
    }
    const path = state.takesPath ? url.slice(base.length) || '/' : url
    // A connection of its own: one that is kept may be shut by the product while the next request goes out on it.
    const sent = ask(`${state.target}${path}`, { method, headers, agent: false }, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    response.on('close', () => sent.destroy())
    request.pipe(sent)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`
  return Object.assign(state, { address, stop: () => void server.close().closeAllConnections() })
}

test('signs in, opens and reloads deep links, and requests nothing outside of its path', async ({ page }) => {
  const proxy = await startProxy()
  const product = await launch('below-path', { DEMO_PASSWORD: demoPassword, PUBLIC_URL: proxy.address })
  proxy.target = product.address
  try {
    await page.goto(`${proxy.address}/system-settings?tab=notifications`)
    await fillIn(page, 'admin@demo.test', demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectInside(page)
    await expect(page).toHaveURL(`${proxy.address}/system-settings?tab=notifications`)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await (await findSeeded(page)).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop orders to CRM' })).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/tools\/crane\/details\/[\w-]+$/)
    proxy.takesPath = true
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop orders to CRM' })).toBeVisible()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await expect(page).toHaveURL(/tab=runs/)
    await page.goBack()
    await expect(page).not.toHaveURL(/tab=runs/)
    // A page that leads on to another one.
    await page.goto(`${proxy.address}/integration-setup`)
    await page.getByRole('link', { name: 'Start from scratch', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${base}/start-integration/`))
    // No file and no stream is requested outside of the path. Browsers request an icon of the host themselves.
    expect(proxy.strayed.filter((url) => url !== '/favicon.ico')).toEqual([])
  } finally {
    await product.stop()
    proxy.stop()
  }
})
