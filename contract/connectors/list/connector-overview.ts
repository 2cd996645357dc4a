/** The list of connectors that the dashboard shows: asked for by the page, searched, filtered and sorted by the server. */
import Type, { type Static } from 'typebox'
import { Count, Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { LiveState } from '../deployments/live-state.ts'
import { connectorStates } from '../details/connector.lifecycle.ts'
import { HealthShape } from '../details/health-shape.ts'
import { LastRun } from '../runs/run-sums.ts'
import { conditions } from './connector-condition.ts'

/** What the list is sorted by. What has no value for it stands last whichever way; equals stand by name. */
export const overviewSorts = ['condition', 'name', 'status', 'lastRun', 'throughput'] as const
export type OverviewSort = (typeof overviewSorts)[number]

export const overviewDirections = ['ascending', 'descending'] as const
export type OverviewDirection = (typeof overviewDirections)[number]

/** By status in this order: first what may need somebody. */
export const overviewStatuses = ['Failed', 'Deploying', 'Active', 'Pause', 'Draft'] as const

/** Connectors that one page holds at most. */
export const overviewPageMax = 100
/** Hours of the spark line. */
export const overviewHours = 24

const Side = Type.Object({
  /** Empty where none is given yet. */
  url: Type.String(),
  /** For callers of the API: the list does not ask for it. */
  requestMethod: Type.Optional(Type.String()),
  type: Type.String(),
})

export const OverviewItem = Type.Object({
  id: Id,
  name: Type.String(),
  connectorType: Type.String(),
  status: oneOf(...connectorStates),
  condition: oneOf(...conditions),
  statusReason: Type.String(),
  /** Of a connector that starts by a schedule and is active. */
  nextRunAt: orNull(Instant),
  /** Events that were taken in and are not on their way yet; null where no hook takes any. */
  heldEvents: orNull(Count),
  /** Of the live version, and of the draft where none is live; likewise the destination. */
  source: Side,
  destination: Side,
  /** Destinations besides the one that is named. */
  moreDestinations: Count,
  health: HealthShape,
  ...LiveState,
  /** Callers of the API can ask when it was, and for its fields. */
  failedDeployment: orNull(Type.Object({ message: Type.String() })),
  lastRun: orNull(LastRun),
  /** Records by the hour of their last attempt, oldest first; the last hour is not over. */
  hours: Type.Array(Count),
})
export type OverviewItem = Static<typeof OverviewItem>

/** One of the connectors that need somebody, and why. */
export const Attention = Type.Object({
  id: Id,
  name: Type.String(),
  condition: oneOf(...conditions),
  /** When its health was measured, or since when it has stood so. */
  at: Instant,
  /** A sentence. */
  reason: Type.String(),
  /** The most frequent cause of the run that was judged, in the words of the system that refused; null where none is known. */
  cause: orNull(Type.Object({ records: Count, message: Type.String(), answer: orNull(Type.String()) })),
})
export type Attention = Static<typeof Attention>

/** Connectors up to which somebody is beginning. */
export const beginnersMax = 5

/** How far somebody came: whether there is a connector, one that is deployed, one that delivered a record, one that runs by itself. */
export const FirstSteps = Type.Object({
  created: Type.Boolean(),
  deployed: Type.Boolean(),
  delivered: Type.Boolean(),
  automatic: Type.Boolean(),
})
export type FirstSteps = Static<typeof FirstSteps>

/** Of all connectors that the caller sees, whatever is searched for. */
export const OverviewSummary = Type.Object({
  /** Connectors by condition. */
  counts: Type.Array(Type.Object({ condition: oneOf(...conditions), count: Count })),
  /** Records that were read in the hours of the spark line: each once, by its last outcome. */
  delivered: Count,
  failed: Count,
  skipped: Count,
  unknown: Count,
  /** Of the delivered ones those that had failed, or might not have arrived, and were delivered by a later attempt. */
  deliveredLater: Count,
  /** The worst first, and how many there are in all. */
  attention: Type.Array(Attention),
  needAttention: Count,
  raisedAlerts: Count,
  /** Whether there is an action of the caller on many connectors whose progress is shown. */
  bulkJob: Type.Boolean(),
  /** Null once all are done, or where there are more than a few connectors. */
  firstSteps: orNull(FirstSteps),
})
export type OverviewSummary = Static<typeof OverviewSummary>

export const Overview = Type.Object({
  /** Connectors that the search and the filter leave. */
  total: Count,
  /** The place of the first one of this page, counted from 0. */
  offset: Type.Integer({ minimum: 0 }),
  /** Where the first of the hours begins. */
  hoursSince: Instant,
  summary: OverviewSummary,
  items: Type.Array(OverviewItem),
})
export type Overview = Static<typeof Overview>
