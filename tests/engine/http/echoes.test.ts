/** What a request carried to prove who asks, and nobody saved as a secret, goes no further when a system says it back in its records (finding T9). */
import { describe, expect, it, onTestFinished } from 'vitest'

import type { Auth } from '#contract/connectors/config/config.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { boundTo } from '#server/platform/security/secret-origins.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { recordsOf } from '#server/records/ledger/read-records.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { lookup, of, opened, order, saying, third } from '../enrichment/enrichments.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { configFor, ended, openRunOf, settleIn, startEngine, testVault } from '../kit/stage.ts'
import { type Asked, type Reply, startTokens, type TokenSim } from '../kit/token-sim.ts'

const token = 'canary/token+1.a-b_c=='
const given = (): Reply => ({ status: 200, body: { access_token: token, token_type: 'bearer', expires_in: 3_600 } })
const signal = new AbortController().signal

const authAt = (sim: TokenSim): Auth => ({
  type: 'oauth2ClientCredentials',
  tokenUrl: sim.tokenUrl,
  clientId: 'c',
  clientSecret: 'client secret',
})

async function tokens(api: (asked: Asked) => Reply): Promise<TokenSim> {
  const sim = await startTokens({ token: given, api })
  onTestFinished(() => sim.close())
  return sim
}

/** The pages of a source that answers with a text made of the `Authorization` header that it was sent. */
async function read(textOf: (authorization: string) => string, auth: (sim: TokenSim) => Auth = authAt) {
  const sim = await tokens(({ authorization }) => ({ status: 200, body: textOf(authorization) }))
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(() => outbound.close())
  const { source: config } = configFor({ source: `${sim.origin}/all`, destination: sim.origin, paging: null })
  const tools = { outbound, readSecret: async (it: unknown) => String(it), heldEvents: async () => [] }
  const source = await openHttpSource({ ...config, auth: auth(sim) }, tools)
  onTestFinished(async () => source.close?.())
  return source.read(source.start(null), signal)
}

const hex4 = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`

describe('a source that says back the header of its request', () => {
  it.each<[string, (said: string) => string, unknown]>([
    ['as a value', (said) => JSON.stringify([{ id: 1, said }]), { id: 1, said: 'Bearer ••••' }],
    ['deep inside', (said) => JSON.stringify([{ id: 1, a: [{ b: `<${said}>` }] }]), { id: 1, a: [{ b: '<Bearer ••••>' }] }],
    ['as a name', (said) => JSON.stringify([{ id: 1, [said]: 1 }]), { id: 1, 'Bearer ••••': 1 }],
    ['with escaped slashes', (said) => JSON.stringify([{ said }]).replaceAll('/', '\\/'), { said: 'Bearer ••••' }],
    ['by numbers', (said) => `[{"said":"${said.replaceAll(/./g, hex4)}"}]`, { said: 'Bearer ••••' }],
    ['in base64', (said) => JSON.stringify([{ said: btoa(said.slice(7)) }]), { said: '••••' }],
    ['in an address', (said) => JSON.stringify([{ said: `/?a=${encodeURIComponent(said.slice(7))}` }]), { said: '/?a=••••' }],
  ])('%s', async (_, textOf, wanted) => {
    const { records, note } = await read(textOf)
    expect(records).toEqual([wanted])
    expect(note).toBe('Records contained the source\'s credentials. We replaced them with "••••".')
  })

  it('in a list that is read part by part', async () => {
    const rows = Array.from({ length: 1_500 }, (_, id) => ({ id, note: 'x'.repeat(900) }))
    const page = await read((said) => JSON.stringify([...rows.slice(0, 500), { id: -1, said }, ...rows.slice(500)]))
    expect(page.next).not.toBeNull()
    expect(page.records).toHaveLength(1_000)
    expect(page.records[500]).toEqual({ id: -1, said: 'Bearer ••••' })
  })

  it('with a name and a password', async () => {
    const auth = (): Auth => ({ type: 'basic', username: 'ann', password: 'password' })
    expect((await read((said) => JSON.stringify([{ said }]), auth)).records).toEqual([{ said: 'Basic ••••' }])
  })
})

it('records without it are handed on as they came, and nothing is said', async () => {
  const page = await read(() => '[{"id":12345678901234567890,"note":"\\u0041 \\/ Bearer"}]')
  expect(JSON.stringify(page.records)).toBe('[{"id":12345678901234567890,"note":"A / Bearer"}]')
  expect(page.note).toBeUndefined()
})

it('a third system that says it back puts it into no record', async () => {
  const sim = await third({
    script: saying((response, { headers }) => void response.end(JSON.stringify({ name: headers.authorization }))),
  })
  const issuer = await tokens(() => ({ status: 404 }))
  const enrich = await opened([of(sim, lookup, { auth: authAt(issuer) })])
  const { verdicts } = await enrich([order(7)])
  expect(verdicts).toEqual([{ record: { n: 1, customer: { id: 7, details: { name: 'Bearer ••••' } } } }])
})

describeOnEachDatabase('a run', (openDatabase) => {
  it('keeps and delivers no access token of its source', async () => {
    const { database } = await openDatabase()
    const place = await settleIn(database)
    const source = await tokens(({ authorization }) => ({ status: 200, body: [1, 2, 3].map((id) => ({ id, authorization })) }))
    const destination = await startDestination()
    const ref = newSecretRef('client secret')
    const { origin } = source
    await addSecret(database.db, testVault, { ...place, ref, origin: boundTo(origin, origin), plain: 'client secret' })
    const base = configFor({ source: `${origin}/all`, destination: destination.url, paging: null })
    const config = { ...base, source: { ...base.source, auth: { ...authAt(source), clientSecret: ref } } }
    const engine = startEngine(database)
    onTestFinished(async () => {
      await engine.stop()
      await destination.close()
    })
    const run = await ended(database, place, await openRunOf(database, place, config))
    expect(run).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
    const asRead = await recordsOf(
      database.db,
      place.companyId,
      [0, 1, 2].map((position) => ({ runId: run.runId, position })),
    )
    expect(asRead).toEqual([1, 2, 3].map((id) => ({ record: { id, authorization: 'Bearer ••••' } })))
    const kept = await Promise.all(
      (['attempts', 'transactions', 'source_pages', 'runs'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify([kept, destination.bodies])).not.toContain('canary')
  })
})
