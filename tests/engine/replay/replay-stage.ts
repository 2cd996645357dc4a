/** A connector between two simulators in the whole product, some records of which the destination refuses until it is mended; and what replays are asked. */
import { onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Replay, ReplayForm, ReplayInclude, ReplayLine } from '#contract/studio/replay.ts'
import type { EngineLimits } from '#server/engine/limits.ts'
import { openProduct, type Product } from '../../faults/kit/product.ts'
import type { Fresh } from '../../server/kit/databases.ts'
import { answering, type Delivery, type Misbehaviour, startDestination } from '../kit/dest-sim.ts'
import { type Script, startSource } from '../kit/source-sim.ts'
import { configFor, eventually } from '../kit/stage.ts'

export const nothingElse: ReplayInclude = { arrived: false, unknown: false, skipped: false }
export const everything: ReplayInclude = { arrived: true, unknown: true, skipped: true }

/** Effects of records that each had one. */
export const once = (ids: readonly number[]) => ids.map((id) => [id, 1] as const)
export const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
export const inOrder = (effects: ReadonlyMap<number | string, number>) =>
  [...effects].toSorted(([a], [b]) => Number(a) - Number(b))

const isOver = ({ state }: Replay) => ['completed', 'failed', 'stopped', 'discarded'].includes(state)

type Options = {
  readonly records?: number
  readonly script?: Script
  /** Ids that are refused until `mend` is called. */
  readonly refused?: readonly number[]
  readonly delay?: number
  /** What the destination does with what a replay sends; null: what it does with everything. */
  readonly toReplays?: () => Misbehaviour | null
  readonly change?: (config: ConnectorConfig) => ConnectorConfig
  readonly limits?: Partial<EngineLimits>
}

export async function stageReplay({ database }: Pick<Fresh, 'database'>, options: Options = {}) {
  const { records = 10, refused = [], delay = 0, toReplays = () => null, change = (it) => it } = options
  const state = { isMended: false }
  const source = await startSource(records, options.script)
  const isRefused = (ids: readonly (number | string)[]) => !state.isMended && ids.some((id) => refused.includes(Number(id)))
  const misbehave = ({ ids, key }: Pick<Delivery, 'ids' | 'key'>) =>
    (key.startsWith('replay:') ? toReplays() : null) ?? (isRefused(ids) ? answering(422) : null)
  const destination = await startDestination({ delay, misbehave })
  const product = await openProduct(database, options.limits)
  onTestFinished(async () => {
    await product.close()
    await source.close()
    await destination.close()
  })
  const config = change(configFor({ source: source.url, destination: destination.url }))
  const { connectorId } = await product.activeConnector(config)
  return {
    ...questions(product, connectorId),
    database,
    product,
    connectorId,
    config,
    source,
    destination,
    mend: () => {
      state.isMended = true
    },
  }
}

/** What is asked of the replays of a connector. */
export function questions(product: Product, connectorId: string) {
  const path = `/api/replay/${connectorId}`
  const plan = async (form: Partial<ReplayForm> = {}) => {
    const body = { source: 'live', timeframe: 'latest', count: 50, delay: 0, ...form }
    const reply = await product.ask('POST', path, body)
    if (reply.status !== 202) throw new Error(JSON.stringify(reply.body))
    return String(reply.body.replayId)
  }
  const look = async (id: string) => (await product.ask('GET', `${path}/${id}`)).body as Replay
  const start = (id: string, include = nothingElse) => product.ask('POST', `${path}/${id}/start`, { include })
  const over = (id: string) => eventually(() => look(id), isOver)
  return {
    path,
    plan,
    look,
    start,
    over,
    stop: (id: string) => product.ask('POST', `${path}/${id}/stop`, {}),
    lines: async (id: string) => (await product.ask('GET', `${path}/${id}/lines?limit=100`)).body.data as ReplayLine[],
    /** Planned, started and ended. */
    replayed: async (form: Partial<ReplayForm> = {}, include = nothingElse) => {
      const id = await plan(form)
      const reply = await start(id, include)
      if (reply.status !== 202) throw new Error(JSON.stringify(reply.body))
      return over(id)
    },
    transactions: async (query = '') =>
      (await product.ask('GET', `/api/analytics/transactions/${connectorId}?pageSize=1000${query}`)).body
        .transactions as Transaction[],
    run: async () => product.ended(connectorId, await product.run(connectorId)),
  }
}
