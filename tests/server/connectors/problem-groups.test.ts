/** What went wrong by cause, and the records of a cause, asked through the real server. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { readProblems } from '#contract/connectors/details/details.graphql.ts'
import type { TransactionPage } from '#contract/connectors/runs/transaction.ts'
import type { ProblemCode } from '#contract/kit/problem.ts'
import { createTestServer, describeOnEachKind, goodConfig, type Who } from '../kit/test-server.ts'
import { addRun, ask, type Lost, liveConnector, minutesAgo, refusedBy } from './details-scene.ts'

const iso = (at: Date) => at.toISOString()

describeOnEachKind('problems by cause', (kind) => {
  const server = createTestServer({}, kind)
  const day = 1_440

  async function problems(id: string, from: Date | string | null = null, to: Date | string | null = null, as: Who = 'userA') {
    const texts = [from, to].map((it) => (it instanceof Date ? iso(it) : it))
    const { data, errors } = await ask(server, readProblems, { id, from: texts[0] ?? null, to: texts[1] ?? null }, as)
    return { found: data?.connector?.problems ?? null, code: errors?.[0]?.extensions.code ?? null, errors }
  }
  const recordsOf = async (id: string, query: Record<string, string>) =>
    (
      await server.ask('GET', `/api/analytics/transactions/${id}?${new URLSearchParams(query)}`, { as: 'userA' })
    ).json<TransactionPage>()

  const unknownOf = (key: string): Lost => ({
    key,
    status: 'unknown',
    attempt: { error: refusedBy(`Order ${key} timed out after 20 s.`), status: 504 },
  })

  it('groups what differs only in numbers, names and ids, and keeps other causes and answers apart', async () => {
    const id = await liveConnector(server)
    const early = minutesAgo(90)
    await addRun(server, id, early, [
      { key: '7', status: 'failure', attempt: { error: refusedBy('Order 7 of "Ann" is unknown.'), status: 422 } },
      { key: '8', status: 'failure', attempt: { error: refusedBy('Order 81 of "Bob" is unknown.'), status: 422 } },
      { key: '9', status: 'failure', attempt: { error: refusedBy('Order 9 of "Cy" is unknown.'), status: 409 } },
      { key: '10', status: 'success' },
      { key: '11', status: 'skipped', error: refusedBy('Left out.') },
      unknownOf('12'),
    ])
    const late = minutesAgo(5)
    await addRun(server, id, late, [
      { key: 'a-1', status: 'failure', attempt: { error: refusedBy('Order 7000 of "Deb" is unknown.'), status: 422 } },
      { key: 'a-2', status: 'failure' },
      unknownOf('13'),
    ])
    const { found } = await problems(id)
    expect(found?.records).toBe(7)
    expect(found?.isCut).toBe(false)
    expect(found?.groups.map((it) => [it.failed, it.unknown, it.answerStatus, it.message])).toEqual([
      [3, 0, 422, 'Order … of … is unknown.'],
      [0, 2, 504, 'Order … timed out after … s.'],
      [1, 0, null, ''],
      [1, 0, 409, 'Order … of … is unknown.'],
    ])
    const [first] = found?.groups ?? []
    const failedAt = (at: Date) => iso(new Date(at.getTime() + 5))
    expect(first).toMatchObject({ code: 'destination/refused', firstAt: failedAt(early), lastAt: failedAt(late) })
    expect(first?.example).toMatchObject({ recordKey: 'a-1', message: 'Order 7000 of "Deb" is unknown.', answer: 'no' })
    expect(found?.groups[2]?.example.answer).toBeNull()
  })

  it('happen when a record fails, however long before it was read', async () => {
    const id = await liveConnector(server)
    const readAt = minutesAgo(90)
    const hours = (count: number) => count * 3_600_000
    await addRun(server, id, readAt, [
      { key: '7', status: 'failure', error: refusedBy('Order 7 is unknown.'), tookMs: hours(1) },
      { key: '8', status: 'failure', error: refusedBy('Order 8 is unknown.'), tookMs: hours(0.5) },
    ])
    await sql`update runs set ended_at = now() where connector_id = ${id}`.execute(server.database.db)
    const { found } = await problems(id)
    const at = (count: number) => iso(new Date(readAt.getTime() + hours(count)))
    expect(found?.groups).toMatchObject([{ firstAt: at(0.5), lastAt: at(1), example: { recordName: null } }])
  })

  it('leads to just the records of a group, whatever the range and the page', async () => {
    const id = await liveConnector(server)
    const lost = Array.from({ length: 12 }, (_, at) =>
      at % 3 === 0
        ? unknownOf(`u${at}`)
        : ({ key: `f${at}`, status: 'failure', error: refusedBy(`Line ${at} is wrong.`) } as const),
    )
    await addRun(server, id, minutesAgo(30), lost)
    await addRun(server, id, minutesAgo(3 * day), lost)
    for (const from of [minutesAgo(60), minutesAgo(4 * day)]) {
      const { found } = await problems(id, from, minutesAgo(0))
      for (const group of found?.groups ?? []) {
        const range = { problem: group.id, startDate: found?.from ?? '', endDate: found?.to ?? '', pageSize: '3' }
        const first = await recordsOf(id, range)
        expect(first.pagination.total).toBe(group.openRecords)
        expect(first.transactions[0]?.transactionId).toBe(group.example.transactionId)
        const keys: string[] = []
        for (let page = 1; page <= first.pagination.totalPages; page += 1) {
          keys.push(...(await recordsOf(id, { ...range, page: String(page) })).transactions.map((it) => it.recordKey))
        }
        expect(keys.length).toBe(first.pagination.total)
        expect(keys.every((key) => key.startsWith(group.unknown > 0 ? 'u' : 'f'))).toBe(true)
      }
      expect(found?.groups.length).toBe(2)
    }
  })

  const said = (message: string, field?: string) => JSON.stringify(field ? { errors: [{ field, message }] } : { message })
  const refusal = (key: string, body: string): Lost => ({
    key,
    status: 'failure',
    error: refusedBy('The destination returned 422.', body),
  })

  it('keeps apart what the destination gives another reason for, and tells records, not failures', async () => {
    const id = await liveConnector(server)
    const phone = (key: string) => refusal(key, said('must start with a country code', 'phone'))
    await addRun(server, id, minutesAgo(40), [phone('1'), phone('2'), refusal('3', said('Contact 7 uses ann@a.example.'))])
    await addRun(server, id, minutesAgo(20), [
      ...['1', '2', '4'].map(phone),
      ...['5', '6'].map((key) => refusal(key, said(`Contact 1${key} uses bob${key}@b.example.`))),
      refusal('7', said('must start with a country code', 'mobile')),
    ])
    const { found } = await problems(id)
    expect(found?.groups.map((it) => [it.failed, it.records, it.openRecords, it.isMixed])).toEqual([
      [5, 3, 3, false],
      [3, 3, 3, false],
      [1, 1, 1, false],
    ])
    for (const { id: problem, openRecords } of found?.groups ?? [])
      expect((await recordsOf(id, { problem })).pagination.total).toBe(openRecords)
  })

  it('leaves lines that were written before reasons were recorded under the id that their group always had', async () => {
    const id = await liveConnector(server)
    const bare = (key: string, body: string): Lost => {
      const { answer, ...error } = refusedBy('The destination returned 422.', body)
      const { reason: _, ...kept } = answer ?? { status: 422, headers: {}, body, bytes: null }
      return { key, status: 'failure', error: { ...error, answer: kept } }
    }
    await addRun(server, id, minutesAgo(40), [bare('1', said('Phone is odd')), bare('2', said('Zip is odd'))])
    await addRun(server, id, minutesAgo(20), [refusal('3', said('Zip is odd'))])
    const groups = (await problems(id)).found?.groups ?? []
    expect(groups.map((it) => [it.failed, it.isMixed])).toEqual([
      [2, true],
      [1, false],
    ])
    const { rows } = await sql<{ id: string }>`
      select md5(json_build_array('destination/refused', 422, 'The destination returned …')::text) as id`.execute(
      server.database.db,
    )
    expect(groups[0]?.id).toBe(rows[0]?.id)
    expect(groups[1]?.id).not.toBe(rows[0]?.id)
  })

  it('are the same after a sentence of ours was reworded', async () => {
    const id = await liveConnector(server)
    const of = (key: string, code: ProblemCode, message: string, body?: string): Lost => ({
      key,
      status: 'failure',
      error: { ...refusedBy(message, body), code },
    })
    await addRun(server, id, minutesAgo(40), [
      of('1', 'destination/refused', 'The destination refused it with 422.', said('Zip is odd')),
      of('2', 'mapping/failed', '"crm.zip" must be a number, but is "a"'),
      of('3', 'record/too-large', 'It is larger than 1 MB.'),
    ])
    await addRun(server, id, minutesAgo(20), [
      of('4', 'destination/refused', 'The destination returned 422.', said('Zip is odd')),
      of('5', 'mapping/failed', '"crm.zip" must be a number, but the rule "zip" returned 12.5'),
      of('6', 'mapping/failed', '"crm.city" must be a number, but the rule "city" returned "a"'),
      of('7', 'record/too-large', 'The record is larger than 1 MB.'),
      of('8', 'mapping/failed', '"crm.zip" must not be empty, but "zip" is ""'),
    ])
    const groups = (await problems(id)).found?.groups ?? []
    expect(groups.map((it) => [it.code, it.failed, it.isMixed]).toSorted()).toEqual([
      ['destination/refused', 2, false],
      ['mapping/failed', 1, false],
      ['mapping/failed', 1, false],
      ['mapping/failed', 2, false],
      ['record/too-large', 2, false],
    ])
    // What was done about the causes under their earlier names goes to the new ones.
    const earlier = [
      ['destination/refused', 422, 'The destination returned …', 'zip is odd'],
      ['mapping/failed', null, '… must be a number, but is …'],
      ['destination/timeout', null, 'of no record'],
    ]
    const [refused] = groups.filter(({ code }) => code === 'destination/refused')
    const before = earlier.map((it) =>
      createHash('md5')
        .update(`[${it.map((part) => JSON.stringify(part)).join(', ')}]`)
        .digest('hex'),
    )
    for (const it of before)
      await sql`insert into causes (company_id, connector_id, id, state, seen_at, changed_by)
        select company_id, id, ${it}, 'muted', now(), owner_id from connectors where id = ${id}`.execute(server.database.db)
    for (const name of ['0382-causes-without-sentences', '0389-causes-by-rule']) {
      const migration = `../../../server/platform/database/migrations/${name}.sql`
      await sql.raw(readFileSync(new URL(migration, import.meta.url), 'utf8')).execute(server.database.db)
    }
    const muted = (await problems(id)).found?.groups.filter(({ state }) => state === 'muted') ?? []
    expect(muted.map((it) => it.code).toSorted()).toEqual(['destination/refused', 'mapping/failed', 'mapping/failed'])
    expect(muted.map((it) => it.example.recordKey).toSorted()).toEqual(['4', '5', '8'])
    expect(muted.map((it) => it.id)).toContain(refused?.id)
  })

  it('tells at most fifty groups, the last of them of all other reasons, and acts on just these', async () => {
    const id = await liveConnector(server)
    const word = (at: number) => `${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10)]}`
    const lost = Array.from({ length: 61 }, (_, at) => refusal(`r${at}`, said(`Word ${word(at)} is unknown`)))
    await addRun(server, id, minutesAgo(20), [...lost, ...lost.slice(0, 49)])
    const { found } = await problems(id)
    const groups = found?.groups ?? []
    expect(groups).toHaveLength(50)
    const others = groups.find(({ isMixed }) => isMixed)
    expect(others).toMatchObject({ failed: 12, records: 12, openRecords: 12 })
    expect(groups.reduce((sum, { failed }) => sum + failed, 0)).toBe(110)
    const range = { problem: others?.id ?? '', startDate: found?.from ?? '', endDate: found?.to ?? '' }
    const keys = (await recordsOf(id, range)).transactions.map(({ recordKey }) => recordKey)
    expect(keys.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `r${at + 49}`))
    const move = (name: string) =>
      server.ask('POST', `/api-connectors/${id}/causes/${others?.id}/${name}`, { as: 'userA', body: { seenAt: others?.lastAt } })
    expect((await move('mute')).statusCode).toBe(200)
    const after = (await problems(id)).found?.groups ?? []
    expect(after.filter(({ state }) => state === 'muted').map((it) => it.id)).toEqual([others?.id])
    const planned = await server.ask('POST', `/api/replay/${id}/chosen`, { as: 'userA', body: { ...range, delay: 0 } })
    expect(planned.statusCode, planned.body).toBe(202)
    const replay = await server.ask('GET', `/api/replay/${id}/${planned.json<{ replayId: string }>().replayId}`, { as: 'userA' })
    expect(replay.json()).toMatchObject({ found: 12, plan: { notKept: 12 } })
  })

  it('exports just the records that a cause counts as CSV, and refuses a search or an order with it', async () => {
    const id = await liveConnector(server)
    const at = minutesAgo(30)
    await addRun(server, id, at, [
      { key: 'a-1', status: 'failure', error: refusedBy('Order 7 is unknown.') },
      { key: 'a-2', status: 'unknown', error: refusedBy('Order 8 is unknown.') },
      { key: 'b-1', status: 'failure', error: refusedBy('Price is missing.') },
      { key: 'c-1', status: 'success' },
    ])
    await addRun(server, id, minutesAgo(3 * day), [{ key: 'a-0', status: 'failure', error: refusedBy('Order 6 is unknown.') }])
    const fileOf = (query: Record<string, string>) =>
      server.ask('GET', `/api-connectors/${id}/investigation/export?${new URLSearchParams({ format: 'csv', ...query })}`, {
        as: 'userA',
      })
    const { found } = await problems(id)
    const group = found?.groups.find(({ failed, unknown }) => failed + unknown === 2)
    const range = { problem: group?.id ?? '', startDate: found?.from ?? '', endDate: found?.to ?? '' }
    const keysIn = async (query: Record<string, string>) =>
      (await fileOf(query)).body
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1])
    expect(await keysIn(range)).toEqual(['"a-2"', '"a-1"'])
    expect(await keysIn({ ...range, status: 'pending' })).toEqual(['"a-2"'])
    expect(await keysIn({ ...range, startDate: iso(minutesAgo(4 * day)) })).toEqual(['"a-2"', '"a-1"', '"a-0"'])
    expect(await keysIn({ ...range, endDate: iso(at) })).toEqual([])
    for (const more of [{ search: 'a' }, { order: 'oldest' }]) {
      expect((await fileOf({ ...range, ...more })).statusCode).toBe(400)
    }
  })

  it('tells just what was read in the range: its end is not included', async () => {
    const id = await liveConnector(server)
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000)
    await addRun(server, id, at, [{ key: '1', status: 'failure', error: refusedBy('No.') }])
    const after = new Date(at.getTime() + 60_000)
    expect((await problems(id, at, after)).found?.records).toBe(1)
    expect((await problems(id, new Date(at.getTime() - 60_000), at)).found?.groups).toEqual([])
    const group = (await problems(id, at, after)).found?.groups[0]?.id ?? ''
    const before = { problem: group, startDate: iso(new Date(at.getTime() - 60_000)), endDate: iso(at) }
    expect((await recordsOf(id, before)).pagination.total).toBe(0)
  })

  it('says that nothing went wrong only where nothing did', async () => {
    const id = await liveConnector(server)
    await addRun(server, id, minutesAgo(5), [{ key: '1', status: 'success' }])
    expect((await problems(id)).found).toMatchObject({ groups: [], records: 0, isCut: false })
    await addRun(server, id, minutesAgo(2 * day), [{ key: '2', status: 'failure', error: refusedBy('No.') }])
    expect((await problems(id)).found?.groups).toEqual([])
    expect((await problems(id, minutesAgo(3 * day))).found?.records).toBe(1)
  })

  it('tells a mapped path that no record contained, by its sentence, of runs that read their source to its end', async () => {
    const id = await liveConnector(server)
    const { db } = server.database
    const unmet = async (at: Date, lines: readonly number[], next: string | null) => {
      const run = await addRun(server, id, at, [{ key: '1', status: 'success' }])
      const checkpoint = JSON.stringify({ next: next === null ? null : { from: next } })
      await sql`update runs set unmet_lines = ${lines}::int[], checkpoint = ${checkpoint}::jsonb where id = ${run}`.execute(db)
      return run
    }
    await unmet(minutesAgo(30), [0], null)
    const newest = await unmet(minutesAgo(20), [0], null)
    await unmet(minutesAgo(10), [0], 'a later page')
    await unmet(minutesAgo(5), [], null)
    const [{ sourcePath, targetPath } = { sourcePath: '', targetPath: '' }] = goodConfig.dataMapping
    const { found } = await problems(id)
    expect(found?.absentPaths).toEqual([
      {
        code: 'mapping/path-absent',
        message: `No record contained "${sourcePath}", which is mapped to "${targetPath}".`,
        targetPath,
        ...{ count: 2, runId: newest, firstAt: expect.any(String), lastAt: expect.any(String) },
      },
    ])
    expect((await problems(id, minutesAgo(12))).found?.absentPaths).toEqual([])
  })

  it('refuses ranges that are none, and tells nobody of connectors that are not theirs', async () => {
    const id = await liveConnector(server)
    expect((await problems(id, minutesAgo(1), minutesAgo(2))).code).toBe('request/malformed')
    expect((await problems(id, minutesAgo(1), minutesAgo(1))).code).not.toBeNull()
    expect((await problems(id, '1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z')).code).toBe('request/malformed')
    for (const hostile of ["2026-01-01T00:00:00Z'; drop table runs; --", 'yesterday', '']) {
      expect((await problems(id, hostile)).found, hostile).toBeNull()
      expect((await problems(id, hostile)).errors?.length, hostile).toBeGreaterThan(0)
    }
    for (const who of ['otherA', 'adminB'] as const)
      expect((await problems(id, null, null, who)).code).toBe('connector/not-found')
    const reply = await server.ask('GET', `/api/analytics/transactions/${id}?problem=${encodeURIComponent("' or 1=1")}`, {
      as: 'userA',
    })
    expect(reply.statusCode).toBe(400)
    expect((await recordsOf(id, { problem: '0'.repeat(32) })).pagination.total).toBe(0)
  })

  it('groups sentences of any kind: quotes, backslashes, nulls in disguise, other scripts', async () => {
    const id = await liveConnector(server)
    const hostile = ["it's 'so' \\ %_$1", '<script>alert(1)</script>', '订单 42 未知', 'x'.repeat(5_000), '…', ' ']
    const lost = hostile.flatMap((message): Lost[] =>
      [0, 1].map((at) => ({ key: `${at}`, status: 'failure', error: refusedBy(message) })),
    )
    await addRun(server, id, minutesAgo(5), lost)
    const { found } = await problems(id)
    expect(found?.groups.map(({ failed }) => failed)).toEqual(hostile.map(() => 2))
    for (const { id: problem } of found?.groups ?? []) {
      expect((await recordsOf(id, { problem })).pagination.total).toBe(2)
    }
  })
})
