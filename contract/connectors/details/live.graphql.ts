import { document } from '../../kit/graphql-document.ts'
import type { Run } from '../runs/run.ts'
import type { Connector } from './connector.ts'

type LiveRun = { readonly id: string } & Readonly<
  Pick<
    Run,
    | 'version'
    | 'trigger'
    | 'status'
    | 'result'
    | 'statusSince'
    | 'statusReason'
    | 'statusNext'
    | 'recordsRead'
    | 'sourceRecordsRead'
    | 'recordsDelivered'
    | 'recordsSkipped'
    | 'recordsFailed'
    | 'recordsUnknown'
    | 'recordsUnchanged'
    | 'recordsLeftOut'
    | 'startedAt'
    | 'endedAt'
  >
>

/** A connector as it is told while it is watched. */
export type LiveConnector = {
  readonly id: string
  readonly newestRun: LiveRun | null
} & Readonly<Pick<Connector, 'name' | 'status' | 'statusSince' | 'statusReason' | 'statusNext' | 'liveVersion'>>

export type LiveChange = {
  /** By the clock of the server. */
  readonly at: string
  /** Null: a sign of life. */
  readonly id: string | null
  /** Null, with an id: it is gone. */
  readonly connector: LiveConnector | null
  readonly missed: boolean
}

export const connectorLive = document<{ readonly connectorChanged: LiveChange }, { readonly ids: readonly string[] }>(`
  subscription connectorLive($ids: [Id!]!) {
    connectorChanged(ids: $ids) {
      at
      id
      missed
      connector {
        id
        name
        status
        statusSince
        statusReason
        statusNext
        liveVersion
        newestRun {
          id
          version
          trigger
          status
          result
          statusSince
          statusReason
          statusNext
          recordsRead
          sourceRecordsRead
          recordsDelivered
          recordsSkipped
          recordsFailed
          recordsUnknown
          recordsUnchanged
          recordsLeftOut
          startedAt
          endedAt
        }
      }
    }
  }
`)
