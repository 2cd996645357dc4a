/** Nothing that a caller sends is compared with a saved secret, and a secret of any length changes nothing of our own answers (findings T3, T6; threat T-SEC-2). */
import { expect, it } from 'vitest'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectionTest, Sample } from '#contract/builder/probe.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { canary, proberOf, sourceAt, system } from '../../builder/probes.ts'
import { createTestServer, goodConfig, makeConnector } from '../../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)
const secret = 'ghp_Qz81LkTaVw7dRb3Ny5XcHf2Mp9Gs6JeU4oiA'
const mark = { set: true, last4: secret.slice(-4) } as const

/** Every beginning of the secret, its end, a guess of all of it, and something else. */
const guesses = [...Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(0, at + 4)), secret.slice(4), 'ghp_other']

function between(origin: string, token: typeof mark | string): ConnectorConfig {
  const named = guesses.map((value, at) => ({ key: `X-Guess-${at}`, value }))
  return {
    ...goodConfig,
    trigger: { type: 'manual' },
    source: sourceAt(`${origin}/orders`, {
      isList: true,
      auth: { type: 'bearer', token },
      headers: named.slice(0, 20),
      queries: guesses.map((value, at) => ({ key: `q${at}`, value })),
    }),
    destination: {
      type: 'http',
      url: `${origin}/in/${secret.slice(0, 12)}`,
      requestMethod: 'POST',
      headers: named,
      auth: { type: 'bearer', token },
    },
    dataMapping: guesses.map((value, at) => ({
      ...{ id: `m${at}`, source: '', target: `t${at}`, sourcePath: '', targetPath: `t${at}` },
      ...{ sourceDataType: 'string', targetDataType: 'string', isList: true, listPath: '' },
      rule: { name: 'Guess', type: 'constant', value },
    })) as ConnectorConfig['dataMapping'],
    enrichment: [],
  }
}

it('a saved secret cannot be read back by what a dry run, a sample or a test hides', async () => {
  const sim = await system(() => ({ status: 200, body: [{ id: 1 }] }))
  const { connector } = await makeConnector(server, 'userA', between(sim.origin, secret))
  const config = between(sim.origin, mark)
  const connectorId = connector._id
  const dry = await probe<DryRun>('dry-run', { config, connectorId })
  const examples = await probe<DryRun>('dry-run', { config, connectorId, examples: guesses.map((said, id) => ({ id, said })) })
  for (const { status, result } of [dry, examples]) {
    expect([status, result.problem]).toEqual([200, null])
    const [delivery] = result.deliveries
    expect(delivery?.to).toBe(`${sim.origin}/in/${secret.slice(0, 12)}`)
    for (const [at, guess] of guesses.entries()) {
      expect(delivery?.headers[`x-guess-${at}`]).toBe(guess)
      expect(result.records[0]?.output).toMatchObject({ [`t${at}`]: guess })
    }
    expect(delivery?.headers['authorization']).toBe('Bearer ••••')
  }
  expect(examples.result.records.map(({ record }) => (record as { said: string }).said)).toEqual(guesses)
  const sample = await probe<Sample>('sample', { side: 'source', config: config.source, connectorId })
  const test = await probe<ConnectionTest>('test-connection', { side: 'source', config: config.source, connectorId })
  for (const { result } of [sample, test]) {
    const [exchange] = result.exchanges
    expect([...new URL(exchange?.request.url ?? '').searchParams.values()]).toEqual(guesses)
    for (const [at, guess] of guesses.slice(0, 20).entries()) expect(exchange?.request.headers[`x-guess-${at}`]).toBe(guess)
    expect(exchange?.request.headers['authorization']).toBe('Bearer ••••')
  }
  expect(sample.result.startpoint).toContain(`q0=${guesses[0]}&`)
})

it('where an answer is cut, what stands before the cut is hidden or shown whatever it says', async () => {
  const cutAt = 65_536
  const ends = async (end: string) => {
    const sim = await system(() => ({ status: 500, body: `${'.'.repeat(cutAt - end.length)}${end}${'-'.repeat(100_000)}` }))
    const config = sourceAt(`${sim.origin}/orders`, { auth: { type: 'bearer', token: secret } })
    const { result } = await probe<ConnectionTest>('test-connection', { side: 'source', config })
    return (result.exchanges[0]?.response?.body ?? '').slice(-100)
  }
  expect(await ends(secret.slice(0, 10))).toContain(secret.slice(0, 10))
  expect(await ends(secret)).not.toContain(secret.slice(0, 10))
})

it.each(['s', 'a', 'path', 'items', 'records', 'null', 'true', '1'])(
  'the secret "%s" leaves the answers whole',
  async (short) => {
    const sim = await system(() => ({ status: 200, body: { items: [{ id: 1, path: 'x', records: short, said: canary }] } }))
    const auth = { type: 'apiKey', in: 'header', name: 'k', value: short } as const
    const config = sourceAt(`${sim.origin}/items`, { isList: true, listPath: 'items', auth })
    const sample = await probe<Sample>('sample', { side: 'source', config })
    expect([sample.status, sample.result.fields.map(({ path }) => path).toSorted()]).toEqual([
      200,
      ['id', 'path', 'records', 'said'],
    ])
    expect(sample.result.records?.items).toMatchObject([{ records: '••••' }])
    const paged = await probe('try-paging', { side: 'source', config })
    const tried = await probe('test-connection', { side: 'source', config })
    expect([paged.status, tried.status]).toEqual([200, 200])
  },
)
