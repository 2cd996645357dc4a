/** A server with a retention policy of company A, and its nights one after another. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { RetentionPolicy, RetentionPreview, RetentionReport } from '#contract/settings/retention/retention.ts'
import { retentionDefaults } from '#contract/settings/retention/retention-limits.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { runRetention } from '#server/features/settings/retention/retention-job.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

export function createRetentionServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-retention-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = createTestServer({ dataDir })
  const path = '/api/system-settings'
  const db = () => server.database.db
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db())
  const policy = structuredClone(retentionDefaults) as RetentionPolicy

  async function save(changes: Partial<RetentionPolicy>, as: Who = 'adminA') {
    const { revisions } = (await server.ask('GET', path, { as })).json<SystemSettings>()
    return server.ask('PUT', path, { as, body: { retentionPolicy: { ...policy, enabled: true, ...changes }, revisions } })
  }
  const preview = async (query = '') =>
    (await server.ask('GET', `${path}/retention/preview${query}`, { as: 'adminA' })).json<RetentionPreview>()
  const reports = async () =>
    (await server.ask('GET', `${path}/retention/reports`, { as: 'adminA' })).json<{ data: RetentionReport[] }>().data

  const look = () => runRetention({ db: db(), dataDir, publicUrl: '', log: { warn: () => {} } })
  /** The job as it looks at a later night. */
  async function night() {
    await look()
    await run(sql`update retention_nights set night = night - 1, lease_until = now()`)
    await look()
  }
  return { server, path, db, run, policy, save, preview, reports, night, look, dataDir }
}
