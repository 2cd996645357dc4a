import type { LiveConnector } from '#contract/connectors/details/live.graphql.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { LiveSnapshot } from './live.machine.ts'

/** Undefined: nothing was told of it yet; null: it is gone. */
export const selectConnector = (id: string) => (snapshot: LiveSnapshot) => snapshot.context.connectors[id]

export type LiveStatus = 'connecting' | 'live' | 'waiting' | 'offline' | 'refused'

export function selectLiveStatus(snapshot: LiveSnapshot): LiveStatus {
  if (snapshot.matches({ open: 'live' })) return 'live'
  if (snapshot.matches('waiting')) return 'waiting'
  if (snapshot.matches('offline')) return 'offline'
  return snapshot.matches('refused') ? 'refused' : 'connecting'
}

/** Until when what is shown was true, ISO 8601; null while it is live, and before anything was told. */
export const selectStaleSince = (snapshot: LiveSnapshot) => (snapshot.matches({ open: 'live' }) ? null : snapshot.context.heardAt)
export const selectProblem = (snapshot: LiveSnapshot) => snapshot.context.problem
export const selectCanReconnect = (snapshot: LiveSnapshot) => snapshot.can({ type: 'user.reconnected' })

const moving = [
  'status',
  'result',
  'statusSince',
  'recordsRead',
  'recordsDelivered',
  'recordsSkipped',
  'recordsFailed',
  'recordsUnknown',
  'recordsUnchanged',
] as const
const statusFields = ['name', 'status', 'statusSince', 'liveVersion'] as const

/** Whether what was told is what was read: the first that a stream tells is how everything stands. */
export function isAsRead({ newestRun: told, ...connector }: LiveConnector, { details, newestRun }: ConnectorReading): boolean {
  if (statusFields.some((each) => connector[each] !== details.connector[each])) return false
  if (told === null || newestRun === null) return told === newestRun
  return told.id === newestRun.runId && moving.every((each) => told[each] === newestRun[each])
}
