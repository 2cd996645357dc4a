/** Every way by which what a person types becomes a connection. Each door answers with a word: what kept it shut, or `opened`. */
import type { Auth, ConnectorConfig, DatabaseConfig, EnrichmentConfig } from '#contract/connectors/config/config.ts'
import { type Problem, ProblemError } from '#contract/kit/problem.ts'
import { checkEnrichments } from '#server/engine/enrichment/checking.ts'
import { enrichmentsOf } from '#server/engine/enrichment/enrichments.ts'
import { checkHttpDestination, checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { kinds } from '#server/engine/kinds/kinds.ts'
import { type Kind, SourceFault, type Tools } from '#server/engine/kit/kind.ts'
import { checkReach } from '#server/engine/plan/egress-check.ts'
import { createProbing } from '#server/engine/preview/probing/probing.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import { openSocket } from '#server/outbound/sockets.ts'
import { configFor, testVault } from '../kit/stage.ts'

/** `malformed`: it is not even an address. */
export type Verdict = 'forbidden' | 'malformed' | 'opened' | string

export type Door = (url: string) => Promise<Verdict>

const never = new AbortController().signal
const permission = { signal: never, withdrawn: never, mayStart: () => true }
const parcel = { key: 'k', body: '{}', bytes: Buffer.from('{}'), count: 1, texts: () => ['{}'] }

const wordOf = ({ code }: Problem): Verdict =>
  code === 'egress/refused'
    ? 'forbidden'
    : code === 'connector/invalid'
      ? 'malformed'
      : code.startsWith('gateway/')
        ? code
        : 'opened'

/** What was thrown on the way; anything but a refusal means that there was a connection, or an attempt at one. */
async function verdictOf(go: () => Promise<unknown>): Promise<Verdict> {
  try {
    await go()
    return 'opened'
  } catch (thrown) {
    if (thrown instanceof SourceFault || thrown instanceof ProblemError) return wordOf(thrown.problem)
    if (!(thrown instanceof OutboundFault)) return 'opened'
    return thrown.kind === 'gateway-shut' ? 'gateway/unusable' : thrown.kind === 'forbidden' ? 'forbidden' : 'opened'
  }
}

const grant = (tokenUrl: string): Auth => ({ type: 'oauth2ClientCredentials', tokenUrl, clientId: 'c', clientSecret: 's' })

/** The doors of a process that goes out by `outbound`. `open` is an address that it may reach; `way` may name a gateway for every system. */
export function doorsOf(
  outbound: Outbound,
  open: string,
  way: { readonly gateway?: string } = {},
): Readonly<Record<string, Door>> {
  const tools: Tools = { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] }
  // Nothing is saved here, so the database is never asked.
  const probing = createProbing({ db: null as never, vault: testVault, outbound, limit: 2_000 })
  const prober = { companyId: 'c', userId: 'u', connectorId: null }
  const sourceOf = (url: string, auth?: Auth) =>
    ({ type: 'http', url, requestMethod: 'GET', ...way, ...(auth ? { auth } : {}) }) as const
  const destinationOf = (url: string, auth?: Auth) =>
    ({ type: 'http', url, requestMethod: 'POST', ...way, ...(auth ? { auth } : {}) }) as const

  /** Both systems of a configuration. */
  const by = (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    source: { ...config.source, ...way },
    destination: { ...config.destination, ...way },
  })

  const read = (url: string, auth?: Auth): Promise<Verdict> =>
    verdictOf(async () => {
      const config = sourceOf(url, auth)
      if (checkHttpSource(config).length > 0) throw new ProblemError({ code: 'connector/invalid' } as Problem)
      const source = await (kinds['http'] as Kind).openSource(config, tools)
      await source.read(source.start(null), never)
    })

  const deliver = (url: string, auth?: Auth): Promise<Verdict> =>
    verdictOf(async () => {
      const config = destinationOf(url, auth)
      if (checkHttpDestination(config).length > 0) throw new ProblemError({ code: 'connector/invalid' } as Problem)
      const outcome = await (await (kinds['http'] as Kind).openDestination(config, tools)).deliver(parcel, permission)
      if ('problem' in outcome) throw new ProblemError(outcome.problem)
    })

  const enrichmentOf = (url: string): EnrichmentConfig => ({
    id: 'e',
    ...way,
    type: 'http',
    url,
    requestMethod: 'GET',
    lookup: {
      per: 'record',
      parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }],
      resultPath: '',
      targetPath: 'found',
      notFound: 'null',
      cacheSeconds: 0,
    },
  })

  const lookUp = (url: string): Promise<Verdict> =>
    verdictOf(async () => {
      const config = enrichmentOf(url)
      if (checkEnrichments([config]).length > 0) throw new ProblemError({ code: 'connector/invalid' } as Problem)
      const { verdicts } = await (await enrichmentsOf([config])(tools))([{ id: 1 }], never)
      const [verdict] = verdicts
      if (verdict && 'failed' in verdict) throw new ProblemError(verdict.failed)
    })

  /** What a probe met with the other side is in its result: it was asked. */
  const probe = (go: () => Promise<{ problem: Problem | null }>): Promise<Verdict> =>
    verdictOf(async () => {
      const { problem: it } = await go()
      if (it) throw new ProblemError(it)
    })

  const deployed = (config: ConnectorConfig): Promise<Verdict> =>
    verdictOf(async () => {
      const malformed = [...checkHttpSource(config.source), ...checkHttpDestination(config.destination)]
      if (malformed.length > 0) throw new ProblemError({ code: 'connector/invalid' } as Problem)
      if ((await checkReach(config, outbound, 'c')).length > 0) throw new OutboundFault('forbidden', false)
    })

  const container = (side: 'source' | 'destination', endpoint: string): Promise<Verdict> =>
    verdictOf(async () => {
      const kind = kinds['azure']
      const config = { type: 'azure', azureConfig: { endpoint, container: 'orders', format: 'json' }, ...way } as const
      const errors = side === 'source' ? kind?.checkSource(config) : kind?.checkDestination(config)
      if (!kind || errors?.length !== 0) throw new ProblemError({ code: 'connector/invalid' } as Problem)
      if (side === 'source') {
        const source = await kind.openSource(config, tools)
        await source.read(source.start(null), AbortSignal.timeout(2_000))
        await source.close?.()
      } else {
        const outcome = await (await kind.openDestination(config, tools)).deliver(parcel, permission)
        if ('problem' in outcome) throw new ProblemError(outcome.problem)
      }
    })

  return {
    'the source': (url) => read(url),
    'the destination': (url) => deliver(url),
    'the token endpoint of the source': (url) => read(open, grant(url)),
    'the token endpoint of the destination': (url) => deliver(open, grant(url)),
    'an enrichment': lookUp,
    'a connection test of a source': (url) =>
      probe(() => probing.testConnection({ side: 'source', config: sourceOf(url) }, prober)),
    'a connection test of a destination': (url) =>
      probe(() => probing.testConnection({ side: 'destination', config: destinationOf(url) }, prober)),
    'a connection test of a token endpoint': (url) =>
      probe(() => probing.testConnection({ side: 'destination', config: destinationOf(open, grant(url)) }, prober)),
    'a sample': (url) => probe(() => probing.sample({ side: 'source', config: sourceOf(url) }, prober)),
    'a sample of an enrichment': (url) =>
      probe(() => probing.sample({ side: 'enrichment', config: enrichmentOf(url), record: { id: 1 } }, prober)),
    'a try of the pages': (url) => probe(() => probing.tryPaging(sourceOf(url), prober)),
    'a dry run, by its source': (url) =>
      probe(() => probing.dryRun({ config: by(configFor({ source: url, destination: open, paging: null })) }, prober)),
    'a dry run, by its enrichment': (url) => {
      const config = by(configFor({ source: open, destination: open, paging: null }))
      return probe(() =>
        probing.dryRun({ config: { ...config, enrichment: [enrichmentOf(url)] }, examples: [{ id: 1 }] }, prober),
      )
    },
    'a deployment, by its source': (url) => deployed(by(configFor({ source: url, destination: open, paging: null }))),
    'a deployment, by its destination': (url) => deployed(by(configFor({ source: open, destination: url, paging: null }))),
    'a deployment, by its token endpoint': (url) => {
      const config = by(configFor({ source: open, destination: open, paging: null }))
      return deployed({ ...config, source: { ...config.source, auth: grant(url) } })
    },
    'an Azure source': (url) => container('source', url),
    'an Azure destination': (url) => container('destination', url),
    'the streaming way out': (url) =>
      verdictOf(async () => {
        if (!URL.canParse(url)) throw new ProblemError({ code: 'connector/invalid' } as Problem)
        const stream = await outbound.open({ method: 'GET', url: new URL(url), headers: {}, cap: 1_000, ...way })
        stream.cancel()
      }),
  }
}

/** Doors that take a host and a port. */
export function socketDoorsOf(
  outbound: Outbound,
  way: { readonly gateway?: string } = {},
): Readonly<Record<string, (host: string, port: number) => Promise<Verdict>>> {
  const tools: Tools = { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] }
  const database = (engine: DatabaseConfig['engine']) => (host: string, port: number) =>
    verdictOf(async () => {
      const kind = kinds['database']
      const databaseConfig = { engine, host, port, database: 'd', table: 't', tls: 'disable' } as const
      const config = { type: 'database', databaseConfig, auth: { type: 'basic', username: 'u', password: 'p' }, ...way } as const
      if (!kind || kind.checkSource(config).length > 0) throw new ProblemError({ code: 'connector/invalid' } as Problem)
      const source = await kind.openSource(config, tools)
      try {
        await source.read(source.start(null), AbortSignal.timeout(500))
      } finally {
        await source.close?.()
      }
    })
  return {
    'the plain way out': (host, port) =>
      verdictOf(async () => void (await openSocket(await outbound.place({ host, port, ...way }))).destroy()),
    'a PostgreSQL source': database('postgresql'),
    'a MySQL source': database('mysql'),
  }
}
