/** A rate limit loses nothing: it is no failure, costs no try, and the run says what it waits for (decision 0048). */
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { attemptsAt } from '#server/features/studio/investigator/investigated.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startLookup } from '../enrichment/enrichment-sim.ts'
import { answering, type Misbehaviour } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { eventually, expectExactlyOnce } from '../kit/stage.ts'
import { startTokens } from '../kit/token-sim.ts'

/** Pauses of limits without a time stay short. */
const limits = { probePause: 40 }
/** More limits in a row than a request has tries. */
const many = 9

const resetIn = (milliseconds: number) => ({
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.ceil((Date.now() + milliseconds) / 1_000)),
})

/** The head of a response, and a body that breaks off. */
const brokenOff = (status: number, headers: Record<string, string> = {}): Misbehaviour => ({
  commits: false,
  answer: (response) => {
    response.writeHead(status, { ...headers, 'content-length': '100' })
    response.write('{"error":', () => response.destroy())
  },
})

const rowOf = async ({ database: { db }, run }: Scene) =>
  (
    await sql<{ owner: string | null; waits: number | null; since: string | null; epoch: number }>`
      select owner, extract(epoch from waits_until - now())::int as waits, waiting ->> 'since' as since, epoch from runs where id = ${run.runId}`.execute(
      db,
    )
  ).rows[0]

const trialsOf = async ({ database: { db }, run }: Scene) =>
  (await db.selectFrom('attempts').selectAll().where('run_id', '=', run.runId).execute()).map(({ outcome }) => outcome)

/** The attempts of each record of the run. */
async function waysOf({ database: { db }, place: { companyId }, run: { runId } }: Scene) {
  const lines = await db.selectFrom('transactions').select(['position', 'page']).where('run_id', '=', runId).execute()
  return Promise.all(lines.map((line) => attemptsAt(db, companyId, { runId, ...line })))
}

describeOnEachDatabase('a rate limit', (open) => {
  it.each([
    ['429', () => answering(429)],
    ['429 with Retry-After: 0', () => answering(429, { 'retry-after': '0' })],
    ['503 with Retry-After', () => answering(503, { 'retry-after': '0' })],
    ['429 that breaks off', () => brokenOff(429)],
    ['503 with Retry-After that breaks off', () => brokenOff(503, { 'retry-after': '0' })],
    ['429 that cannot be decoded', () => answering(429, { 'content-encoding': 'gzip' }, 'no gzip')],
    ['403 in words', () => answering(403, {}, '{"error":{"code":403,"errors":[{"reason":"rateLimitExceeded"}]}}')],
    ['400 in words', () => answering(400, {}, '[{"errorCode":"REQUEST_LIMIT_EXCEEDED","message":"Limit exceeded."}]')],
    ['200 in words', () => answering(200, {}, '{"errors":[{"message":"x","extensions":{"code":"THROTTLED"}}],"data":null}')],
    ['200 that says so of the record', () => answering(200, {}, '{"results":[{"status":"error","category":"RATE_LIMITS"}]}')],
    [
      '403 that says so',
      () => answering(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }, 'API rate limit exceeded'),
    ],
  ])('of a destination (%s) fails no record and costs no try', async (_, answer) => {
    const { database } = await open()
    const scene = await play(database, {
      records: 20,
      limits,
      destination: { misbehave: ({ number }) => (number <= many ? answer() : null) },
    })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 20)
    expect(await trialsOf(scene)).toEqual([])
    expect(scene.engine.circuits()).toEqual([])
    // The way of each record says how often it met the limit, in its one attempt.
    const ways = await waysOf(scene)
    expect(ways.map(({ attempts }) => attempts.map(({ outcome }) => outcome))).toEqual(ways.map(() => ['delivered']))
    const met = ways.flatMap(({ attempts }) => attempts.flatMap(({ limited }) => limited ?? []))
    expect(met.reduce((sum, { times }) => sum + times, 0)).toBe(many)
    expect(met.every(({ waited }) => waited > 0)).toBe(true)
  })

  it('is counted in a failed attempt that follows it', async () => {
    const { database } = await open()
    const refused = answering(422, {}, '{"message":"no"}')
    const scene = await play(database, {
      records: 1,
      limits,
      destination: { misbehave: ({ number }) => (number <= 2 ? answering(429) : refused) },
    })
    expect(await scene.over()).toMatchObject({ recordsFailed: 1 })
    expect(await waysOf(scene)).toMatchObject([
      { attempts: [{ number: 1, outcome: 'refused', limited: { times: 2, waited: expect.any(Number) } }] },
    ])
  })

  it('of a destination that may be sent to once leaves nothing unknown', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 10,
      limits,
      change: (config) => ({ ...config, destination: { ...config.destination, guarantee: 'atMostOnce' } }),
      destination: { misbehave: ({ number }) => (number <= many ? answering(429) : null) },
    })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 10)
  })

  it('is not seen in a refusal beside a limit that happens to be used up', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 3,
      limits,
      destination: {
        misbehave: ({ ids }) => (ids[0] === 2 ? answering(422, { 'ratelimit-remaining': '0', 'ratelimit-reset': '0' }) : null),
      },
    })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 2, recordsFailed: 1 })
    expect(scene.destination.journal).toHaveLength(4)
  })

  it.each([
    ['429', 10, (response: ServerResponse) => response.writeHead(429).end()],
    [
      '200 in words',
      10,
      (response: ServerResponse) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}]}'),
    ],
    ['403 beside a reset', 2, (response: ServerResponse) => response.writeHead(403, resetIn(500)).end('API rate limit exceeded')],
  ])('of a source (%s) is waited out, page by page', async (_, until, answer) => {
    const { database } = await open()
    const scene = await play(database, {
      records: 120,
      limits,
      script: ({ number }, response) => number !== 1 && number <= until && !!answer(response),
    })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 120)
  })

  it.each([
    ['record', 429, ''],
    ['batch', 429, ''],
    ['record', 200, '{"ok":false,"error":"ratelimited"}'],
    ['batch', 403, '{"message":"API rate limit exceeded"}'],
  ] as const)('of an enrichment per %s (%d %s) leaves no record without its value', async (per, status, body) => {
    const { database } = await open()
    const sim = await startLookup({
      script: ({ number }, response) => {
        if (number <= many) response.writeHead(status, { 'content-type': 'application/json' }).end(body)
        return number <= many
      },
    })
    onTestFinished(() => sim.close())
    const isBatch = per === 'batch'
    const lookup = {
      ...{ per, targetPath: 'found', notFound: 'fail' as const, resultPath: isBatch ? 'found.items' : '', concurrency: 2 },
      parameters: [{ in: isBatch ? ('query' as const) : ('path' as const), name: isBatch ? 'ids' : 'id', sourcePath: 'id' }],
      ...(isBatch ? { matchPath: 'id', batchSize: 5 } : {}),
    }
    const url = `${sim.url}/customers${isBatch ? '' : '/{id}'}`
    const enrichment: ConnectorConfig['enrichment'] = [{ id: 'e1', type: 'http', url, lookup }]
    const scene = await play(database, { records: 10, limits, change: (config) => ({ ...config, enrichment }) })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 10)
    expect(scene.destination.bodies.every((body) => body.includes('"found":{'))).toBe(true)
  })

  it('of a token endpoint is waited out, and the run says so', async () => {
    const { database } = await open()
    let isLimited = true
    const sim = await startTokens({
      token: (_, number) =>
        number <= many || isLimited
          ? { status: 429 }
          : { status: 200, body: { access_token: 'abc', token_type: 'Bearer', expires_in: 600 } },
      api: () => ({ status: 201 }),
    })
    onTestFinished(() => sim.close())
    const auth = { type: 'oauth2ClientCredentials' as const, tokenUrl: sim.tokenUrl, clientId: 'a', clientSecret: '' }
    const scene = await play(database, {
      records: 5,
      limits,
      change: (config) => ({ ...config, destination: { type: 'http', url: `${sim.origin}/in`, requestMethod: 'POST', auth } }),
    })
    const waiting = await eventually(scene.now, ({ waiting: it }) => it?.kind === 'limited')
    expect(waiting.statusReason).toBe(`The token endpoint at ${new URL(sim.origin).host} is limiting requests.`)
    isLimited = false
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 5, waiting: null })
  })

  it('that was set paces all that is sent, and the run says how fast and how long', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 8,
      change: (config) => ({ ...config, destination: { ...config.destination, requestsPerSecond: 4 } }),
    })
    const waiting = await eventually(
      scene.now,
      ({ statusNext, waiting: it }) => it?.kind === 'limited' && statusNext.endsWith('left.'),
    )
    expect(waiting.statusReason).toBe(`${new URL(scene.destination.url).host} allows 4 requests a second.`)
    expect(waiting.statusNext).toBe('Less than a minute left.')
    expect(waiting.waiting).toMatchObject({
      ...{ kind: 'limited', side: 'destination', system: new URL(scene.destination.url).host, reason: null, checkedEvery: null },
      pace: { from: 'set', requests: 4, seconds: 1 },
    })
    const { startedAt, waiting: it } = waiting
    expect(Date.parse(it?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt ?? ''))
    expect(Date.parse(it?.endsAt ?? '') - Date.now()).toBeLessThan(3_000)
    expect(it?.recordsWaiting).toBeGreaterThan(0)
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 8)
    const times = scene.destination.journal.map(({ at }) => at)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_600)
  })

  it('that lasts gives the run back, which keeps its records and goes on later', async () => {
    const { database } = await open()
    let isLimited = true
    const scene = await play(database, {
      records: 20,
      limits: { ...limits, limitRest: 1_500 },
      destination: { misbehave: () => (isLimited ? answering(429) : null) },
    })
    const resting = await eventually(
      () => rowOf(scene),
      (row) => row?.owner === null && row.waits !== null,
    )
    const waiting = { kind: 'limited', side: 'destination', since: resting?.since, recordsWaiting: 20, endsAt: null }
    expect(await scene.now()).toMatchObject({ status: 'running', waiting, recordsRead: 20, recordsFailed: 0, isReadToEnd: true })
    expect((await scene.now()).statusNext).toMatch(/^Continues at 20\d\d-/)
    // It is tried again, and given back again, sooner.
    await sql`update runs set waits_until = now() where id = ${scene.run.runId}`.execute(database.db)
    const again = await eventually(
      () => rowOf(scene),
      (row) => row?.owner === null && row.epoch === (resting?.epoch ?? 0) + 1 && row.waits !== null,
    )
    // It waits since the first request that was limited, whoever moves it.
    expect(again?.since).toBe(resting?.since)
    isLimited = false
    // On a busy machine it may be given back once more before it has sent everything.
    const run = await eventually(
      async () => {
        await sql`update runs set waits_until = now() where id = ${scene.run.runId} and waits_until > now()`.execute(database.db)
        return scene.now()
      },
      ({ endedAt }) => endedAt !== null,
    )
    await expectExactlyOnce(database, scene.place, run, scene.destination, 20)
    expect(run.waiting).toBeNull()
  })
})
