/** A server with a retention policy of company A, and its nights one after another. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { RetentionPolicy, RetentionPreview, RetentionReport } from '#contract/settings/retention/retention.ts'
import { retentionDefaults } from '#contract/settings/retention/retention-limits.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { deleteApprovedPeople, doRetention } from '#server/features/settings/retention/retention-job.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const day = 86_400_000
type Made = { readonly daysAgo: number; readonly records: number; readonly status: string; readonly endedDaysAgo: number }

export function createRetentionServer() {
  const server = createTestServer()
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

  const deps = () => ({ db: db(), publicUrl: '', log: { warn: () => {} } })
  const { signal } = new AbortController()
  /** Does what the jobs would do now. */
  async function look() {
    await deleteApprovedPeople(deps())
    // What fails one job ends no other.
    for (const { id } of await db().selectFrom('companies').select('id').orderBy('id').execute())
      await doRetention(deps(), id, { signal }).catch(() => {})
  }
  /** The job as it looks at a later night. */
  async function night() {
    await look()
    await run(sql`update retention_nights set night = night - 1, lease_until = now()`)
    await look()
  }
  const keeping = (days: number, autoArchive = true): Partial<RetentionPolicy> => ({
    integrationLogs: { retentionDays: days, autoArchive, archiveAfterDays: days },
  })
  const homes = new Map<Who, { companyId: string; connectorId: string }>()
  async function homeOf(who: 'adminA' | 'adminB') {
    const known = homes.get(who)
    if (known) return known
    const { connector } = await makeConnector(server, who)
    const home = { companyId: server.companies[who === 'adminA' ? 'A' : 'B'], connectorId: connector._id }
    await addVersion(db(), { ...home, config: goodConfig, authorId: server.ids[who] })
    homes.set(who, home)
    return home
  }

  async function addRun(who: 'adminA' | 'adminB', { daysAgo, records, status, endedDaysAgo }: Made): Promise<string> {
    const { companyId, connectorId } = await homeOf(who)
    const id = newId({ msecs: Date.now() - daysAgo * day })
    const ended = status === 'running' ? null : new Date(Date.now() - endedDaysAgo * day)
    await run(sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, created_at, ended_at)
      values (${id}, ${companyId}, ${connectorId}, 1, 'manual', 'cancelled', '', '', '{}', ${new Date(Date.now() - daysAgo * day)}, ${ended})`)
    await run(sql`insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records, source_startpoint,
      destination_endpoint, fingerprint, outline, body) values (${companyId}, ${connectorId}, ${id}, 1, 1, 0, ${records}, 0, '', '', '', '', '')`)
    await run(sql`insert into transactions (company_id, run_id, position, page, status, took_ms, record_key)
      select ${companyId}::uuid, ${id}::uuid, n, 1, 'success', 1, n::text from generate_series(0, ${records - 1}) n`)
    await run(
      sql`insert into attempts (company_id, run_id, position, number, outcome, started_at, ended_at) values (${companyId}, ${id}, 0, 1, 'retry', now(), now())`,
    )
    if (status === 'running') await run(sql`update runs set status = 'paused' where id = ${id}`)
    return id
  }
  const leftOf = async (table: string) => {
    const { rows } = await sql<{ id: string }>`select distinct run_id as id from ${sql.table(table)}`.execute(db())
    return rows.map(({ id }) => id).toSorted()
  }

  /** Nothing of retention, and no run. */
  async function clean() {
    for (const table of [
      'source_pages',
      'transactions',
      'attempts',
      'company_backups',
      'company_file_parts',
      'carried_records',
      'retention_archives',
      'retention_reports',
      'retention_nights',
      'runs',
    ])
      await run(sql`delete from ${sql.table(table)}`)
    await run(sql`delete from company_settings where section = 'retentionPolicy'`)
  }

  return { server, path, db, run, policy, save, preview, reports, night, look, deps, keeping, addRun, leftOf, clean }
}
