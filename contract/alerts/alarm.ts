/** Alarms of connectors: what is watched, how each stands and why, whom it is told. */
import Type, { type Static } from 'typebox'
import { failingErrorRate } from '../connectors/details/health.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, QueryInstant } from '../kit/schemas.ts'
import { alarmStates } from './alarm.lifecycle.ts'

/**
 * `late`: a run that should have started has not. `quiet`: nothing came where something usually comes. `strange`: much more or much less came than
 * was to be expected. `failing`: too many failures, of records or of runs one after another; the health of the same code has a rule of its own (`health.ts`).
 */
export const alarmKinds = ['late', 'quiet', 'strange', 'failing'] as const
export type AlarmKind = (typeof alarmKinds)[number]
const Kind = oneOf(...alarmKinds)

/** Bounds of each number, written once for the server and the form. */
export const alarmLimits = {
  graceMinutes: [1, 1_440],
  hours: [1, 72],
  widening: [1, 10],
  errorRate: [1, 100],
  minRecords: [1, 1_000_000],
  failedRuns: [1, 20],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

/** Minutes that a mute lasts. */
export const muteMinutes = { min: 5, max: 90 * 1_440 } as const
export const alarmPeopleMax = 20

const within = ([minimum, maximum]: readonly [number, number]) => Type.Integer({ minimum, maximum })
const Hour = Type.Integer({ minimum: 0, maximum: 23 })

const Late = closed({ isOn: Type.Boolean(), graceMinutes: within(alarmLimits.graceMinutes) })
/** So many whole hours without a record. */
const Quiet = closed({ isOn: Type.Boolean(), hours: within(alarmLimits.hours) })
/** How many times as wide as the forecast band an hour may stray. */
const Strange = closed({ isOn: Type.Boolean(), widening: within(alarmLimits.widening) })
const Failing = closed({
  isOn: Type.Boolean(),
  /** Percent of failed among delivered and failed. */
  errorRate: within(alarmLimits.errorRate),
  /** Of fewer records no rate is judged. */
  minRecords: within(alarmLimits.minRecords),
  /** One after another. */
  failedRuns: within(alarmLimits.failedRuns),
})
const Delivery = closed({
  toOwner: Type.Boolean(),
  /** Other people of the company. */
  people: Type.Array(Id, { maxItems: alarmPeopleMax }),
  tellsClearing: Type.Boolean(),
  /** From hour to hour of a zone nothing is sent; what is still raised afterwards is sent then. */
  quietHours: orNull(closed({ from: Hour, to: Hour, zone: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }) })),
})

export const AlarmSettings = closed({ late: Late, quiet: Quiet, strange: Strange, failing: Failing, delivery: Delivery })
export type AlarmSettings = Static<typeof AlarmSettings>

export const usualAlarmSettings: AlarmSettings = {
  late: { isOn: true, graceMinutes: 5 },
  quiet: { isOn: true, hours: 1 },
  strange: { isOn: true, widening: 3 },
  failing: { isOn: true, errorRate: failingErrorRate, minRecords: 20, failedRuns: 3 },
  delivery: { toOwner: true, people: [], tellsClearing: true, quietHours: null },
}

export const AlarmStatus = oneOf(...alarmStates)

export const Alarm = Type.Object({
  connectorId: Id,
  connectorName: Type.String(),
  kind: Kind,
  state: AlarmStatus,
  /** Null of one that has never been raised or changed. */
  since: orNull(Instant),
  /** A sentence with its figures; the instants in it are ISO 8601. */
  reason: Type.String(),
  next: Type.String(),
  mutedUntil: orNull(Instant),
  /** Whether it is evaluated now: not while the connector is not active, and not where there is nothing to evaluate. */
  isEvaluated: Type.Boolean(),
})
export type Alarm = Static<typeof Alarm>

/** What a figure is. Those with `at` are instants, the others numbers. */
export const figureNames = [
  ...([
    'dueAt',
    'graceMinutes',
    'judgedAt',
    'from',
    'to',
    'records',
    'usualRecords',
    'predicted',
    'low',
    'high',
    'widening',
  ] as const),
  ...([
    'failedRecords',
    'endedRecords',
    'errorRate',
    'errorRateLimit',
    'minRecords',
    'failedRuns',
    'failedRunsLimit',
    'failedFollowUps',
  ] as const),
] as const
export const Figure = Type.Object({ name: oneOf(...figureNames), at: orNull(Instant), value: orNull(Type.Number()) })
export type Figure = Static<typeof Figure>

export const AlarmEvent = Type.Object({
  at: Instant,
  state: AlarmStatus,
  /** What happened, as a sentence. */
  reason: Type.String(),
  /** Who did it; null where nobody did. */
  by: orNull(Type.String()),
})
export type AlarmEvent = Static<typeof AlarmEvent>

export const AlarmExplanation = Type.Object({
  alarm: Alarm,
  /** By which rule it is judged, with the settings as they are now. */
  rule: Type.String(),
  /** What it was raised by last; empty of one that never was. */
  figures: Type.Array(Figure),
  /** Newest first; at most 50. */
  events: Type.Array(AlarmEvent),
})
export type AlarmExplanation = Static<typeof AlarmExplanation>

export const ConnectorAlarms = Type.Object({
  /** One of each kind, in their order. */
  alarms: Type.Array(Alarm),
  settings: AlarmSettings,
  /** Of the company: who may be told. */
  people: Type.Array(Type.Object({ userId: Id, name: Type.String() })),
})
export type ConnectorAlarms = Static<typeof ConnectorAlarms>

const SomeSettings = {
  late: Type.Optional(Late),
  quiet: Type.Optional(Quiet),
  strange: Type.Optional(Strange),
  failing: Type.Optional(Failing),
  delivery: Type.Optional(Delivery),
}

const OfConnector = closed({ id: Id })
const OfAlarm = closed({ id: Id, kind: Kind })

export const alarmEndpoints = {
  ofConnector: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/alarms',
    summary: "Get a connector's alerts, their settings, and possible recipients",
    access: everyRole,
    scope: 'analytics:read',
    params: OfConnector,
    status: 200,
    reply: ConnectorAlarms,
  }),
  set: endpoint({
    method: 'PATCH',
    path: '/api-connectors/:id/alarms/settings',
    summary: 'Change alert settings and recipients. Omitted parts stay unchanged',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'alert.settingsChanged',
    params: OfConnector,
    body: closed({
      ...SomeSettings,
      /** The parts that are changed, as the caller read them. One that is different now is not overwritten: 409. */
      seen: Type.Optional(closed(SomeSettings)),
    }),
    status: 200,
    reply: ConnectorAlarms,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/alarms/test',
    summary: 'Send a test alert to all recipients',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'alert.tested',
    params: OfConnector,
    status: 200,
    reply: Type.Object({ recipients: Count }),
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/alarms/:kind/mute',
    summary: 'Mute an alert for some minutes, or until a time within 90 days',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'alert.muted',
    params: OfAlarm,
    body: closed({
      minutes: Type.Optional(Type.Integer({ minimum: muteMinutes.min, maximum: muteMinutes.max })),
      until: Type.Optional(QueryInstant),
    }),
    status: 200,
    reply: Alarm,
  }),
  unmute: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/alarms/:kind/unmute',
    summary: 'Unmute an alert',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'alert.unmuted',
    params: OfAlarm,
    status: 200,
    reply: Alarm,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/alarms/:kind/acknowledge',
    summary: 'Acknowledge an active alert',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'alert.acknowledged',
    params: OfAlarm,
    status: 200,
    reply: Alarm,
  }),
  explain: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/alarms/:kind/explain',
    summary: 'Get the rule, figures and history of an alert',
    access: everyRole,
    scope: 'analytics:read',
    params: OfAlarm,
    status: 200,
    reply: AlarmExplanation,
  }),
} as const
