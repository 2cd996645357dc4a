/** What happened to a connector: its runs, what people did to it, and how its deployments ended. */
import type { Run } from './run.ts'

export const timelineKinds = ['run', 'change', 'deployment'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Parts of a configuration, in the order in which records pass them. */
export const configParts = ['name', 'trigger', 'source', 'records', 'enrichment', 'dataMapping', 'destination', 'routes'] as const
export type ConfigPart = (typeof configParts)[number]
/** Those that a deployment brings to life. A name is the connector's: it is new everywhere as soon as it is saved. */
export const deployedParts = configParts.filter((part) => part !== 'name')

/** Entries of one page of a timeline. */
export const timelinePageSize = 50

type Happened = {
  readonly id: string
  /** ISO 8601 in UTC: when a run was asked for, a person did something, a deployment ended. */
  readonly at: string
  /** Who did it, by first and last name; null where no person did, or nobody recorded who. */
  readonly actor: string | null
}

export type TimelineRun = Pick<
  Run,
  | 'status'
  | 'result'
  | 'trigger'
  | 'version'
  | 'statusReason'
  | 'recordsRead'
  | 'sourceRecordsRead'
  | 'recordsDelivered'
  | 'recordsSkipped'
  | 'recordsFailed'
  | 'recordsUnknown'
  | 'recordsUnchanged'
  | 'recordsLeftOut'
>

export type TimelineEntry = Happened &
  (
    | { readonly kind: 'run'; readonly run: TimelineRun }
    | {
        readonly kind: 'change'
        /** In the past tense: "paused". */
        readonly what: string
        /** Statuses of the connector; null where there was none before. */
        readonly from: string | null
        readonly to: string | null
        readonly detail: string
      }
    | {
        readonly kind: 'deployment'
        readonly isLive: boolean
        /** The version that was live before; null where there was none. */
        readonly fromVersion: number | null
        /** Null where the deployment failed before it had one. */
        readonly toVersion: number | null
        /** Parts in which the two versions differ. */
        readonly changed: readonly ConfigPart[]
        readonly detail: string
      }
  )
