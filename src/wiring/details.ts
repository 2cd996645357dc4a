/** Joins the lists of a connector's page to the calls: its flow, its timeline, its problems. */
import type { ConnectorConfig } from '../../contract/config.ts'
import { timelineKinds } from '../../contract/timeline.ts'
import { readDetails } from '../services/connector.service.ts'
import { listTimeline, readProblemGroups } from '../services/details.service.ts'
import { readMetrics, readVersionConfig } from '../services/flow.service.ts'
import type { Access } from '../services/http.ts'
import { listOf } from './list.ts'

/** Reads the configuration of a version once: a version never changes. */
export const versionReader = (access: Access) => {
  const versions = new Map<string, ConnectorConfig>()
  return async (connectorId: string, version: number, signal: AbortSignal): Promise<ConnectorConfig> => {
    const name = `${connectorId} ${version}`
    const config = versions.get(name) ?? (await readVersionConfig(access, connectorId, version, signal))
    versions.set(name, config)
    return config
  }
}

/** A list of one: the steps of a connector and what they measured; `query.connectorId`, and `version` where one is live. */
export const flowMachine = (access: Access) => {
  const readVersion = versionReader(access)
  const configOf = async (connectorId: string, version: number | undefined, signal: AbortSignal): Promise<ConnectorConfig> =>
    version === undefined
      ? (await readDetails(access, { connectorId }, signal)).config
      : readVersion(connectorId, version, signal)
  return listOf(async (query, signal) => {
    const connectorId = String(query['connectorId'])
    const version = query['version'] === undefined ? undefined : Number(query['version'])
    const [config, metrics] = await Promise.all([
      configOf(connectorId, version, signal),
      readMetrics(access, connectorId, Date.now(), signal),
    ])
    return { items: [{ config, metrics }], total: 1 }
  }).provide({ delays: { refreshPause: 15_000 } })
}

/** One page of a timeline; `query.connectorId`, `page`, `limit`, and to narrow it `kind`. */
export const timelineMachine = (access: Access) =>
  listOf((query, signal) =>
    listTimeline(
      access,
      {
        connectorId: String(query['connectorId']),
        kind: timelineKinds.find((kind) => kind === query['kind']),
        page: Number(query['page']),
        limit: Number(query['limit']),
      },
      signal,
    ),
  ).provide({ delays: { refreshPause: 5_000 } })

/** A list of one: the groups of a range; `query.connectorId`, and `past` in milliseconds or `from` and `to`. */
export const problemGroupsMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const { past, from, to } = query
    const begin = past === undefined ? textOf(from) : new Date(Date.now() - Number(past)).toISOString()
    const range = { connectorId: String(query['connectorId']), from: begin, to: textOf(to) }
    return { items: [await readProblemGroups(access, range, signal)], total: 1 }
  }).provide({ delays: { refreshPause: 30_000 } })

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value))
