/** nginx and Caddy in front, with the lines of `docs/operating.md` and with a plain `proxy_pass`: what is served, and what is refused. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { freePort } from '../../kit/free-port.ts'
import { openTestServer, type TestServer } from '../kit/test-server.ts'

const root = join(import.meta.dirname, '../../..')
const document = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const example = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(document)?.[1] ?? ''
const isHere = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined
const wanted = ['nginx', 'caddy']
if (!wanted.every(isHere)) spawnSync(process.execPath, ['scripts/proxies.mjs'], { cwd: root, stdio: 'inherit' })
const programs = wanted.filter(isHere)
if (programs.length < 2) console.warn('nginx or Caddy cannot be installed from Debian here: its tests are left out.')

let server: TestServer
let upstream = 0
const folder = mkdtempSync(join(tmpdir(), 'datacrane-proxies-'))
const running: ChildProcess[] = []
beforeAll(async () => {
  server = await openTestServer({ publicUrl: 'https://crane.example.com', trustProxy: ['127.0.0.1/32'], sandbox: true })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  upstream = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const child of running) child.kill()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a program, and resolves once it answers. */
async function start(program: string, args: readonly string[], port: number): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, XDG_DATA_HOME: folder, HOME: folder },
  })
  running.push(child)
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 10_000
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${origin}/healthz`, { headers: { host: 'crane.example.com' } }).catch(() => null)
    if (answer?.ok) return origin
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error(`${program} did not start.`)
}

async function startNginx(name: string, block: (port: number) => string): Promise<string> {
  const port = await freePort()
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((it) => `${it}_temp_path ${folder}/${name}-${it};`)
  const whole = `user root; daemon off; pid ${folder}/${name}.pid; error_log ${folder}/${name}.log; events {} http { access_log off; ${places.join(' ')} ${block(port)} }`
  writeFileSync(join(folder, name), process.getuid?.() === 0 ? whole : whole.replace('user root; ', ''))
  return start('nginx', ['-c', join(folder, name)], port)
}

const plain = (more: string) => (port: number) =>
  `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; ${more} } }`
const documented = (port: number) =>
  example('nginx')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^.*ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${upstream}`)

async function startCaddy(): Promise<string> {
  const port = await freePort()
  const site = example('caddyfile')
    .replace('crane.example.com', `http://:${port}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${upstream}`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${site}`)
  return start('caddy', ['run', '--config', join(folder, 'Caddyfile')], port)
}

const proxies: readonly (readonly [string, string, () => Promise<string>])[] = [
  ['a plain proxy_pass of nginx', 'nginx', () => startNginx('plain', plain(''))],
  ['a plain proxy_pass of nginx with HTTP/1.1', 'nginx', () => startNginx('newer', plain('proxy_http_version 1.1;'))],
  ['the documented lines of nginx', 'nginx', () => startNginx('documented', documented)],
  ['the documented lines of Caddy', 'caddy', startCaddy],
]

// Where neither can be installed, the reason is printed above.
describe.each(proxies.filter(([, program]) => programs.includes(program)))('behind %s', (name, _, begin) => {
  it('nothing of this machine is open, and calls are served', async () => {
    const origin = await begin()
    const status = async (path: string) => (await fetch(origin + path)).status
    expect(await status('/openapi.json')).toBe(200)
    expect(await status('/metrics')).toBe(401)
    expect(await status('/sandbox/shop/orders')).toBe(403)
    expect(await status('/api/outbox?to=ada@example.test')).toBe(401)
    if (name !== 'the documented lines of nginx') return
    const body = JSON.stringify({ text: 'x'.repeat(1_500_000) })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${origin}/api/auth/sign-in`, { method: 'POST', body, headers })).status).toBe(413)
  })
})
