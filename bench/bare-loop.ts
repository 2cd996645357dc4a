/**
 * What nobody can beat on this platform: an undici pool that fetches, maps and posts, and keeps nothing. A process of its own.
 *
 * With `ledger` as its second argument it also keeps a row for each page in PostgreSQL: the keys before they are sent, and that all were delivered
 * afterwards. That is what a careful loop written by hand keeps.
 */
import pg from 'pg'
import { Pool } from 'undici'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import type { Order } from './contestants.ts'
import { mapping, pageSize } from './orders.ts'

const concurrency = 32
const origin = process.argv[2] ?? ''
const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
const compiled = compileMapping(mapping)
if ('errors' in compiled) throw new Error('the mapping does not compile')
const { map } = compiled
const cluster = process.argv[3] === 'ledger' ? await startCluster(['shared_buffers=64MB']) : null
const ledger = cluster === null ? null : new pg.Pool({ connectionString: cluster.url, max: 4 })
await ledger?.query(
  'create table pages (id bigserial primary key, position int, keys jsonb, is_delivered boolean not null default false)',
)

/** Keeps the keys of a page. @returns what to call when all of them were delivered. */
async function keepPage(position: number, keys: readonly unknown[]) {
  if (ledger === null) return async () => {}
  const { rows } = await ledger.query('insert into pages (position, keys) values ($1, $2) returning id', [
    position,
    JSON.stringify(keys),
  ])
  return async () => void (await ledger.query('update pages set is_delivered = true where id = $1', [rows[0].id]))
}

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
/** Begins to send as soon as a connection is free. @returns the promise of its end, in an object: a promise alone would be waited for. */
async function send(body: string): Promise<{ readonly sending: Promise<void> }> {
  while (open.size >= concurrency) await Promise.race(open)
  const sending: Promise<void> = post(body).finally(() => open.delete(sending))
  open.add(sending)
  return { sending }
}

async function move({ mode, total }: Order) {
  const settled: Promise<void>[] = []
  for (let offset = 0; offset < total; offset += pageSize) {
    const { body } = await pool.request({ method: 'GET', path: `/orders?limit=${pageSize}&offset=${offset}` })
    const { items } = (await body.json()) as { items: { id: unknown }[] }
    const made = items.map((it) => map(it))
    const delivered = await keepPage(
      offset,
      items.map(({ id }) => id),
    )
    const sent: Promise<void>[] = []
    const bodies = mode === 'bulk of 100' ? [made] : made
    for (const it of bodies) sent.push((await send(JSON.stringify(it))).sending)
    settled.push(Promise.all(sent).then(delivered))
  }
  await Promise.all(settled)
}

process.on('message', (order: Order) => void move(order).then(() => process.send?.('moved')))
process.on('disconnect', async () => {
  await ledger?.end()
  await cluster?.stop()
  process.exit()
})
process.send?.('ready')
