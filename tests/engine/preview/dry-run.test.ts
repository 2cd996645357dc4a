/** A dry run says what a run then does: to the destination the same bytes in the same requests. Before, it sends nothing there. */
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { dryRun, line, type Received, sourceOf, startWriter } from '../kit/dry-runs.ts'
import { configFor, ended, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

const canary = 'canary-dry-run-77'
const dataMapping: MappingEdge[] = [
  line('id', 'customer.number'),
  line('customer.email', 'customer.mail'),
  line('total', 'sum', { sourceDataType: 'number', targetDataType: 'string' }),
]

/** A request without what only a real run knows: its id, and the secrets. */
const comparable = ({ method, path, headers, body }: Received) => {
  const own = ['content-type', 'user-agent', 'x-shop', 'authorization'] as const
  const shown = Object.fromEntries(own.map((name) => [name, String(headers[name]).replace(canary, '••••')]))
  return { method, path, ...shown, key: String(headers['idempotency-key']).replace(/^dc-.*-/, ''), body }
}

const byKey = (a: { readonly key: string }, b: { readonly key: string }) => Number(a.key) - Number(b.key)

describeOnEachDatabase('what was expected arrives', (open) => {
  it.each([
    ['one by one', 'individual', 'offset', 25],
    ['in bulk', 'bulk', 'cursor', 3],
    ['aggregated', 'aggregate', 'page', 3],
    ['in batches of one answer', 'bulk', 'batch', 3],
    ['aggregated as a whole', 'aggregate', null, 1],
  ] as const)('%s', async (_, strategy, paging, requests) => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await sourceOf(25)
    const writer = await startWriter()
    const base = configFor({
      source: source.url,
      destination: `${writer.url}/in/{{where}}?a=1`,
      strategy,
      batchSize: 10,
      paging: paging === 'batch' ? null : paging,
      dataMapping,
    })
    const isWhole = paging === 'batch' || paging === null
    const { listConfig } = base.source
    const config: ConnectorConfig = {
      ...base,
      source: {
        ...base.source,
        ...(isWhole ? { url: `${source.url}/all` } : {}),
        ...(paging === 'batch' && listConfig ? { listConfig: { ...listConfig, type: 'batch' as const } } : {}),
      },
      destination: {
        ...base.destination,
        requestMethod: 'PUT',
        variables: [{ key: 'where', value: 'crm' }],
        headers: [{ key: 'X-Shop', value: '{{where}}-7' }],
        queries: [{ key: 'b', value: 'ü &' }],
        auth: { type: 'bearer', token: canary },
      },
    }

    const expected = await dryRun({ config, limit: 100 })
    expect(expected).toMatchObject({ problem: null })
    expect(expected.records.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 25 }, () => 'mapped'))
    expect(writer.received).toHaveLength(0)
    expect(JSON.stringify(expected)).not.toContain(canary)

    // The secret of a version is a reference; the run sends the configuration without one, and the header is compared by the dry run alone.
    const { auth: __, ...plain } = config.destination
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const opened = await openRunOf(database, place, {
      ...config,
      destination: { ...plain, headers: [...(plain.headers ?? []), { key: 'authorization', value: `Bearer ${canary}` }] },
    })
    engine.wake()
    const run = await ended(database, place, opened)
    expect(run.status).toBe('succeeded')

    const foreseen = expected.deliveries.map(({ method, to, headers, body }) =>
      comparable({ method, path: to.replace(writer.url, ''), headers, body }),
    )
    expect(foreseen).toHaveLength(requests)
    expect(foreseen.toSorted(byKey)).toEqual(writer.received.map(comparable).toSorted(byKey))
    expect(expected.deliveries.map(({ records }) => records).reduce((sum, it) => sum + it)).toBe(25)
  })
})
