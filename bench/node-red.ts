/**
 * Node-RED, installed on demand outside the project. The flow is what a person would draw: get a page, split it, map eight fields in a function,
 * post each record (or join them again and post the page), and ask for the next page when this one is through.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '#tests/kit/free-port.ts'
import { type Contestant, type Mode, nodeRed } from './contestants.ts'
import { pageSize } from './orders.ts'

const version = '5.0.7'
const readyLimit = 60_000

function installed(): string {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'datacrane-bench', `node-red-${version}`)
  const program = join(cache, 'node_modules/node-red/red.js')
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  console.log(`installing Node-RED ${version} into ${cache}`)
  const args = ['install', '--prefix', cache, '--no-audit', '--no-fund', '--ignore-scripts', `node-red@${version}`]
  execFileSync('npm', args, { cwd: cache, stdio: 'ignore' })
  return program
}

const mapping = `const it = msg.payload
msg.payload = {
  orderId: String(it.id), reference: it.number, orderedAt: it.placedAt, state: it.status, amount: it.total,
  contact: { name: it.customer.name, email: it.customer.email }, lines: it.lines,
}
msg.method = 'POST'
msg.url = msg.order.origin + '/import'
return msg`
const ask = `if (msg.order.offset >= msg.order.total) return null
return { order: msg.order, method: 'GET', url: msg.order.origin + '/orders?limit=${pageSize}&offset=' + msg.order.offset }`
const unpack = `msg.order.offset += ${pageSize}
msg.payload = msg.payload.items
return msg`
const address = `msg.method = 'POST'
msg.url = msg.order.origin + '/import'
return msg`

/** One tab; its nodes get the names that follow in \`wires\`. */
function flowOf(tab: string, mode: Mode): object[] {
  const id = (name: string) => `${tab}-${name}`
  const node = (type: string, name: string, wires: readonly string[], more: object = {}) => {
    return { id: id(name), type, z: tab, name, x: 100, y: 100, wires: [wires.map(id)], ...more }
  }
  const script = (name: string, func: string, wires: readonly string[]) =>
    node('function', name, wires, { func, outputs: 1, initialize: '', finalize: '', libs: [] })
  const http = (name: string, ret: string, wires: readonly string[]) =>
    node('http request', name, wires, {
      method: 'use',
      ret,
      paytoqs: 'ignore',
      url: '',
      persist: true,
      headers: [],
      senderr: false,
    })
  const split = node('split', 'split', ['map'], { splt: '\\n', spltType: 'str', arraySplt: 1, arraySpltType: 'len', addname: '' })
  const join = (wires: readonly string[]) =>
    node('join', 'join', wires, { mode: 'auto', build: 'array', property: 'payload', propertyType: 'msg', reduceRight: false })
  const begin = [
    { id: tab, type: 'tab', label: mode, disabled: false },
    node('http in', 'order', ['accept'], { url: `/${tab}`, method: 'post', upload: false }),
    {
      ...script('accept', "return [{ order: { ...msg.payload, offset: 0 } }, { ...msg, payload: 'ok' }]", []),
      outputs: 2,
      wires: [[id('ask')], [id('answer')]],
    },
    node('http response', 'answer', [], { statusCode: '', headers: {} }),
    script('ask', ask, ['get']),
    http('get', 'obj', ['unpack']),
    script('unpack', unpack, ['split']),
    split,
  ]
  if (mode === 'one by one') return [...begin, script('map', mapping, ['post']), http('post', 'txt', ['join']), join(['ask'])]
  return [
    ...begin,
    script('map', mapping, ['join']),
    join(['address']),
    script('address', address, ['post']),
    http('post', 'txt', ['ask']),
  ]
}

const tabs: Readonly<Record<Mode, string>> = { 'one by one': 'single', 'bulk of 100': 'bulk' }

/** @param folder for its settings and flows. */
export async function startNodeRed(folder: string): Promise<Contestant> {
  const program = installed()
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const flows = Object.entries(tabs).flatMap(([mode, tab]) => flowOf(tab, mode as Mode))
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flows))
  const settings = {
    uiPort: port,
    uiHost: '127.0.0.1',
    flowFile: 'flows.json',
    httpAdminRoot: false,
    logging: { console: { level: 'error' } },
  }
  writeFileSync(join(folder, 'settings.js'), `module.exports = ${JSON.stringify(settings)}`)
  const child = spawn(process.execPath, [program, '--userDir', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  const order = (mode: Mode, body: object) =>
    fetch(`http://127.0.0.1:${port}/${tabs[mode]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const deadline = Date.now() + readyLimit
  // An order of nothing asks whether it listens.
  while (
    !(await order('one by one', { total: 0 }).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('Node-RED did not start')
    await sleep(100)
  }
  return {
    name: nodeRed,
    pid: child.pid ?? 0,
    move: (it) => order(it.mode, it),
    close: async () => {
      child.kill()
    },
  }
}
