/** The timeline of a connector, asked through the real server. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { readTimeline } from '#contract/connectors/details/details.graphql.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, type Who } from '../kit/test-server.ts'
import { addRun, ask, liveConnector, minutesAgo, refusedBy } from './details-scene.ts'

describeOnEachKind('the timeline of a connector', (kind) => {
  const server = createTestServer({}, kind)

  async function timeline(id: string, more: Partial<Parameters<NonNullable<typeof readTimeline.of>>[0]> = {}, as: Who = 'userA') {
    const { data, errors } = await ask(server, readTimeline, { id, kinds: null, page: 1, limit: 50, ...more }, as)
    return { page: data?.connector?.timeline ?? null, code: errors?.[0]?.extensions.code ?? null }
  }

  async function lived() {
    const id = await liveConnector(server)
    const { db } = server.database
    const companyId = server.companies.A
    await addVersion(db, { companyId, connectorId: id, authorId: server.ids.adminA, config: { ...goodConfig, dataMapping: [] } })
    const end = (version: number | null, status: string, at: Date, who: Who) =>
      sql`
      insert into deployments (id, company_id, connector_id, status, message, config, version, author_id, ended_at)
      values (gen_random_uuid(), ${companyId}, ${id}, ${status}, 'So it ended.', '{}', ${version}, ${server.ids[who]}, ${at})`.execute(
        db,
      )
    await end(1, 'live', minutesAgo(50), 'userA')
    await sql`
      insert into connector_history (id, company_id, connector_id, actor_id, what, from_status, to_status, detail)
      values (gen_random_uuid(), ${companyId}, ${id}, ${server.ids.userA}, 'deployment live', 'Deploying', 'Active', '')`.execute(
      db,
    )
    await addRun(server, id, minutesAgo(40), [], 'userA')
    await end(2, 'live', minutesAgo(30), 'adminA')
    await end(null, 'failed', minutesAgo(20), 'adminA')
    await addRun(server, id, minutesAgo(10), [{ key: '1', status: 'failure', error: refusedBy('No.') }])
    expect((await server.ask('POST', `/api-connectors/pause/${id}`, { as: 'adminA' })).statusCode).toBe(200)
    return id
  }

  it('mixes runs, changes and deployments, newest first, each with who did it and what became of it', async () => {
    const { page } = await timeline(await lived())
    expect(page?.total).toBe(7)
    expect(page?.entries.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      'change adminA Example',
      'change userA Example',
      'run null',
      'deployment adminA Example',
      'deployment adminA Example',
      'run userA Example',
      'deployment userA Example',
    ])
    expect(page?.entries[0]?.change).toMatchObject({ what: 'paused', from: 'Active', to: 'Pause' })
    expect(page?.entries[1]?.change).toMatchObject({ what: 'created', from: null, to: 'Draft' })
    expect(page?.entries[2]?.run).toMatchObject({ trigger: 'schedule', recordsRead: 1, recordsFailed: 1 })
    expect(page?.entries[3]?.deployment).toMatchObject({ isLive: false, fromVersion: 2, toVersion: null, detail: 'So it ended.' })
    expect(page?.entries[4]?.deployment).toMatchObject({ isLive: true, fromVersion: 1, toVersion: 2, changed: ['dataMapping'] })
    expect(page?.entries[6]?.deployment).toMatchObject({ isLive: true, fromVersion: null, toVersion: 1, changed: [] })
    const times = page?.entries.map(({ at }) => at) ?? []
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('tells a start by hand once: at its run', async () => {
    const id = await liveConnector(server)
    expect((await server.ask('POST', `/api-connectors/${id}/runs`, { as: 'adminA' })).statusCode).toBe(202)
    const { page } = await timeline(id)
    expect(page?.entries.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual(['run adminA Example', 'change userA Example'])
  })

  it('gives the same entries by pages of any size, none twice and none left out', async () => {
    const id = await lived()
    const whole = (await timeline(id)).page?.entries.map((it) => it.id)
    for (const limit of [1, 2, 3]) {
      const parts: string[] = []
      for (let page = 1; page <= Math.ceil(7 / limit); page += 1) {
        const part = (await timeline(id, { page, limit })).page
        expect(part?.total).toBe(7)
        parts.push(...(part?.entries.map((it) => it.id) ?? []))
      }
      expect(parts).toEqual(whole)
    }
    expect((await timeline(id, { page: 99 })).page).toEqual({ entries: [], total: 7 })
  })

  it('is narrowed to kinds, and counts only those', async () => {
    const id = await lived()
    const { page } = await timeline(id, { kinds: ['deployment'], limit: 2 })
    expect(page?.total).toBe(3)
    expect(page?.entries.map((it) => it.kind)).toEqual(['deployment', 'deployment'])
  })

  it('is seen by nobody who does not see the connector', async () => {
    const id = await lived()
    for (const who of ['otherA', 'adminB'] as const) {
      expect(await timeline(id, {}, who)).toEqual({ page: null, code: 'connector/not-found' })
    }
    expect((await timeline(id, {}, 'adminA')).page?.total).toBe(7)
  })

  it('refuses pages that are none', async () => {
    const id = await liveConnector(server)
    for (const wrong of [{ page: 0 }, { page: -1 }, { limit: 0 }, { limit: 101 }]) {
      expect((await timeline(id, wrong)).code, JSON.stringify(wrong)).toBe('request/malformed')
    }
  })
})
