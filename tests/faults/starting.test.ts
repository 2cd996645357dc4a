/** F37: what is not kept over a power loss is not acknowledged by a server that was started on it. F7: sources that cannot be reached. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { refuseCarelessDatabase } from '#server/platform/database/durability.ts'
import { play } from '../engine/kit/scene.ts'
import { freePort } from '../kit/free-port.ts'
import { startCluster } from '../kit/postgres-cluster.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { launch } from '../server/kit/launched.ts'
import { tell } from './kit/checker.ts'

describe.runIf(inject('postgresSuperuserUrl') !== null)('PostgreSQL that forgets', () => {
  it('F37 is refused at the start, naming what is off, unless somebody says that the data may be lost', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-start-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    for (const [settings, names] of [
      [['fsync=off', 'full_page_writes=off'], 'fsync, full_page_writes are off. Switch them on'],
      [['synchronous_commit=off'], 'synchronous_commit is off. Switch it on'],
      [[], null],
    ] as const) {
      const cluster = await startCluster(settings)
      onTestFinished(() => cluster.stop())
      const { db, close } = await openDatabase({ url: cluster.url, dataDir: '' })
      const refusal = await refuseCarelessDatabase(db).then(
        () => null,
        (thrown: Error) => thrown.message,
      )
      await close()
      if (names === null) {
        expect(refusal).toBeNull()
        continue
      }
      expect(refusal).toBe(
        `PostgreSQL can lose saved data in a power failure, because ${names}. If data loss is acceptable, set UNSAFE_DATABASE=true.`,
      )
      if (settings.length > 1) continue
      const environment = { DATABASE_URL: cluster.url, DATA_DIR: dataDir, PORT: String(await freePort()), SEED_DEMO: 'false' }
      const refused = launch(environment)
      expect(await refused.ended).toBe(1)
      expect(refused.err().trimEnd()).toBe(refusal)
      const allowed = launch({ ...environment, UNSAFE_DATABASE: 'true' })
      await allowed.ready
      allowed.child.kill('SIGTERM')
      expect(await allowed.ended).toBe(0)
    }
    tell('F37', null, { more: 'starts refused=2 of 2' })
  })
})

describe('a source', () => {
  it.each([
    ['has no such name', 'http://nobody.invalid', 'source/unreachable'],
    ['speaks no TLS', 'https', 'source/unreachable'],
  ])('F7 %s: the run ends with the reason after 1 + 5 tries, and the cursor has not moved', async (_, address, code) => {
    const fresh = await freshDatabase('embedded')
    onTestFinished(() => fresh.remove())
    let called = 0
    const plain: Server = createServer((socket) => {
      called += 1
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void plain.close())
    const at = plain.address()
    const port = typeof at === 'object' && at ? at.port : 0
    const source = address === 'https' ? `https://127.0.0.1:${port}` : address
    const scene = await play(fresh.database, { config: { source } })
    expect(await scene.over()).toMatchObject({ status: 'failed', recordsRead: 0, error: { code } })
    const { checkpoint } = await fresh.database.db
      .selectFrom('runs')
      .select('checkpoint')
      .where('id', '=', scene.run.runId)
      .executeTakeFirstOrThrow()
    expect(checkpoint).not.toHaveProperty('next')
    if (address === 'https') expect(called).toBe(6)
  })
})
