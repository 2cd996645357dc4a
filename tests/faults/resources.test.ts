/** F15, F28 and F30: memory and disk run out. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

import { play } from '../engine/kit/scene.ts'
import { configFor, eventually } from '../engine/kit/stage.ts'
import { describeOnEachDatabase, postgresIsHere } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { openOwn, ownCluster } from './kit/database.ts'
import { openProduct } from './kit/product.ts'
import { finish, lifeOf, prepare, shortLease } from './kit/transfer.ts'

/** A disk of its own; null where we may not mount one. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Takes all that is left of a disk; gives it back when asked. */
function fill(folder: string): () => void {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  const piece = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, piece)
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'ENOSPC' })
  }
  closeSync(file)
  return () => rmSync(path)
}

const draft = configFor({ source: 'http://127.0.0.1:1025', destination: 'http://127.0.0.1:1025' })

it('F30 PostgreSQL has no disk left: writes are 503, and with space everything goes on by itself', async (context) => {
  if (!postgresIsHere()) context.skip('there is no PostgreSQL')
  const disk = smallDisk(96)
  if (disk === null) return context.skip('a file system may be mounted by root only')
  const cluster = await ownCluster({ under: disk, more: ['--wal-segsize=1'], settings: ['max_wal_size=4MB', 'min_wal_size=2MB'] })
  const { database } = await openOwn(cluster.url)
  const product = await openProduct(database, { runsAtOnce: 0 })
  const scene = await play(database, { records: 3_000, config: { batchSize: 20 }, destination: { delay: 20 } })
  await eventually(
    () => scene.destination.journal.length,
    (count) => count > 200,
  )
  const freeDisk = fill(disk)
  const acknowledged: string[] = []
  const make = async () => {
    const reply = await product.ask('POST', '/api-connectors/', { connector: { name: 'x'.repeat(100) }, config: draft })
    if (reply.status === 201) acknowledged.push(reply.body.connector._id)
    return reply
  }
  const refused = await eventually(make, ({ status }) => status !== 201, 20_000)
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'server/unavailable', '2'])
  await sleep(1_000)
  freeDisk()
  // PostgreSQL ends itself when it cannot write its log; whoever keeps it running starts it again.
  if (cluster.hasEnded()) await cluster.restart()
  const spaceAt = Date.now()
  await eventually(make, ({ status }) => status === 201)
  const recovery = Date.now() - spaceAt
  await scene.over(60_000)
  const sums = await expectWhole(database, scene.place, scene.run, scene.destination, 3_000)
  const kept = await database.db.selectFrom('connectors').select('id').where('id', 'in', acknowledged).execute()
  expect(kept).toHaveLength(acknowledged.length)
  expect(recovery).toBeLessThan(60_000)
  tell('F30', null, { ...sums, recovery, more: `acknowledged=${acknowledged.length} lost=0` })
})

describeOnEachDatabase('memory', (open, kind) => {
  it('F15 runs out: the process is killed for it, and the next life goes on', async () => {
    let isHanging = true
    const records = 1_500
    // Short as text and long in memory.
    const many = Array.from({ length: 2_000 }, () => [])
    const transfer = await prepare(await open(), {
      records,
      batchSize: 50,
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        const size = Math.max(0, Math.min(50, records - from))
        response.end(JSON.stringify({ items: Array.from({ length: size }, (_, at) => ({ id: from + at + 1, many })) }))
        return true
      },
      destination: { misbehave: () => (isHanging ? { commits: false, answer: () => {} } : null) },
    })
    // Without a limit on what is read ahead of the outbox.
    const limits = { ...shortLease, readAhead: 1_000 }
    const life = lifeOf(transfer, { limits }, ['--max-old-space-size=80'])
    await eventually(
      () => [life.said(), life.child.exitCode, life.child.signalCode],
      ([said, code, signal]) => code !== null || signal !== null || String(said).includes('over'),
      60_000,
    )
    expect(await life.gone).toEqual({ code: null, signal: 'SIGABRT' })
    expect(life.complained()).toContain('JavaScript heap out of memory')
    isHanging = false
    tell(`F15 ${kind}`, null, await finish(transfer))
  })

  it('F28 is not filled by a destination that is slow: the source is asked no further than the outbox window', async () => {
    const { database } = await open()
    const windowRecords = 200
    const scene = await play(database, {
      records: 2_000,
      config: { batchSize: 50 },
      limits: { windowRecords, readAhead: 2 },
      destination: { misbehave: () => ({ commits: true, answer: () => {} }) },
      outbound: { headers: 20_000, idle: 20_000, total: 30_000 },
    })
    await eventually(
      () => scene.destination.journal.length,
      (count) => count >= 32,
    )
    await sleep(1_500)
    // What the window holds, what is read ahead of it, and the page that waits for room.
    expect(scene.source.asked.length).toBeLessThanOrEqual(windowRecords / 50 + 2 + 2)
    expect((await scene.now()).recordsRead).toBeLessThanOrEqual(windowRecords + 50)
    tell(`F28 ${kind}`, null, { more: `pages asked=${scene.source.asked.length} of 40` })
  })
})
