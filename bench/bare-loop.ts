/** What nobody can beat on this platform: an undici pool that fetches, maps and posts, and keeps nothing. A process of its own. */
import { Pool } from 'undici'

import { compileMapping } from '#server/engine/mapping/compile.ts'
import type { Order } from './contestants.ts'
import { mapping, pageSize } from './orders.ts'

const concurrency = 32
const origin = process.argv[2] ?? ''
const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
const compiled = compileMapping(mapping)
if ('errors' in compiled) throw new Error('the mapping does not compile')
const { map } = compiled

async function post(body: string) {
  const { body: answer } = await pool.request({
    method: 'POST',
    path: '/import',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await answer.dump()
}

const open = new Set<Promise<void>>()
async function send(body: string) {
  while (open.size >= concurrency) await Promise.race(open)
  const sending: Promise<void> = post(body).finally(() => open.delete(sending))
  open.add(sending)
}

async function move({ mode, total }: Order) {
  for (let offset = 0; offset < total; offset += pageSize) {
    const { body } = await pool.request({ method: 'GET', path: `/orders?limit=${pageSize}&offset=${offset}` })
    const { items } = (await body.json()) as { items: unknown[] }
    const made = items.map((it) => map(it))
    if (mode === 'bulk of 100') await send(JSON.stringify(made))
    else for (const it of made) await send(JSON.stringify(it))
  }
  await Promise.all(open)
}

process.on('message', (order: Order) => void move(order).then(() => process.send?.('moved')))
process.on('disconnect', () => process.exit())
process.send?.('ready')
