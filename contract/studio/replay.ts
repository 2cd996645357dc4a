/** Replays: records that were read before, or are given by hand, go through the connector's live version once more. `decisions.md` section 1. */
import Type, { type Static } from 'typebox'

import { DryRun } from '../builder/dry-run.ts'
import { problemGroupId } from '../connectors/problems/problem-group.ts'
import { RouteNumber } from '../connectors/runs/transaction.ts'
import { Count, closed, Duration, Id, Instant, oneOf, orNull, ProblemShape, QueryInstant } from '../kit/schemas.ts'
import { replayStates } from './replay.lifecycle.ts'

export const replayCountMax = 50
export const replayCountDefault = 1
/** Milliseconds between two records. */
export const replayDelayMax = 10_000
export const replayDelayStep = 100
/** Transactions that are chosen one by one. Of what failed all are taken, however many. They are sent oldest first. */
export const replayChosenMax = 1_000

/** `live`: records of the ledger as they were read. `sample`: one record, sent `count` times. `custom`: records that a person wrote. */
export const replaySources = ['live', 'sample', 'custom'] as const
export type ReplaySource = (typeof replaySources)[number]
/** `filter` names a range. Days are those of UTC; a week is the seven days until now. */
export const replayTimeframes = ['latest', 'filter', 'today', 'yesterday', 'week'] as const
export type ReplayTimeframe = (typeof replayTimeframes)[number]

/**
 * What the ledger says of a record that a plan holds, its earlier replays included. `new`: it was never in the ledger. `never-arrived`: it failed.
 * `skipped`: it was left out on purpose. `unknown`: it may have arrived, or a record with the same key and another content did later, and nothing
 * declares that the key names one record. `arrived`: it did, or failed and a later version of it did. `pending`: it is on
 * its way. `not-kept`: as it was read it is not there. `no-destination`: its destination was removed from the connector, and to another one it must not go.
 */
export const replayRecordStatuses = [
  'new',
  'never-arrived',
  'skipped',
  'unknown',
  'arrived',
  'pending',
  'not-kept',
  'no-destination',
] as const
export type ReplayRecordStatus = (typeof replayRecordStatuses)[number]

/** `left-out`: not replayed, its standing says why; or the filter of the live version left it out. `not-sent`: the replay ended before it. */
export const replayOutcomes = ['planned', 'left-out', 'waiting', 'success', 'failure', 'skipped', 'unknown', 'not-sent'] as const
export type ReplayOutcome = (typeof replayOutcomes)[number]

const Delay = Type.Integer({ minimum: 0, maximum: replayDelayMax, multipleOf: replayDelayStep })

/** What is replayed besides what never arrived and what is new. */
export const ReplayInclude = closed({ arrived: Type.Boolean(), unknown: Type.Boolean(), skipped: Type.Boolean() })
export type ReplayInclude = Static<typeof ReplayInclude>

/** What happens to a record of a plan unless a person chooses otherwise. `ask-first`: it may have arrived. `would-fail`: see `wouldFail` of `ReplayDecisions`. */
export const replayDecisions = ['send', 'ask-first', 'would-fail', 'left-out'] as const
export type ReplayDecision = (typeof replayDecisions)[number]

/** Records of a plan by what happens to them. `wouldFail`: the destination would refuse the same content again, or the mapping cannot make it. */
export const ReplayDecisions = Type.Object({ send: Count, askFirst: Count, wouldFail: Count, leftOut: Count })
export type ReplayDecisions = Static<typeof ReplayDecisions>

/** Records that one person selects or deselects in a plan by hand. */
export const replayPicksMax = 1_000

/** How what is sent differs from what `include` says. */
export const ReplaySelection = closed({
  /** Whether records are sent that would fail again. */
  withFailing: Type.Boolean(),
  /** Records that are sent besides: each by its number, as long as it stands as the person saw it. */
  add: Type.Array(closed({ number: Type.Integer({ minimum: 1 }), standing: oneOf(...replayRecordStatuses) }), {
    maxItems: replayPicksMax,
  }),
  /** Records that are not sent, by their numbers. */
  leave: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: replayPicksMax }),
  /** How many records the person saw that are sent; where it is another number now, nothing is started. */
  count: Type.Optional(Count),
})
export type ReplaySelection = Static<typeof ReplaySelection>

const Timed = { delay: Delay, startDate: Type.Optional(QueryInstant), endDate: Type.Optional(QueryInstant) }

export const ReplayForm = closed({
  source: oneOf(...replaySources),
  timeframe: oneOf(...replayTimeframes),
  count: Type.Integer({ minimum: 1, maximum: replayCountMax }),
  ...Timed,
  /** Of the source `live`: only records of this destination. */
  destination: Type.Optional(RouteNumber),
  /** Of the source `sample`: the record; without it the newest one that is kept. */
  sampleData: Type.Optional(Type.Unknown()),
  /** Of the source `custom`: the first `count` of them are taken. */
  records: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1, maxItems: replayCountMax })),
})
export type ReplayForm = Static<typeof ReplayForm>

/** Transactions one by one, the group of a cause, what a run could not deliver, or what a range could not; one of the four. */
export const ReplayChoice = closed({
  ...Timed,
  transactionIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: replayChosenMax })),
  /** The id of a `ProblemGroup`, of the range that the group was told for. */
  problem: Type.Optional(Type.String({ pattern: problemGroupId.source })),
  runId: Type.Optional(Id),
  allFailed: Type.Optional(Type.Literal(true)),
  /** Of everything but single transactions: only records of this destination. */
  destination: Type.Optional(RouteNumber),
})
export type ReplayChoice = Static<typeof ReplayChoice>

/** Records of a plan by their standing. */
export const ReplayPlan = Type.Object({
  new: Count,
  neverArrived: Count,
  skipped: Count,
  unknown: Count,
  arrived: Count,
  pending: Count,
  notKept: Count,
  noDestination: Count,
})
export type ReplayPlan = Static<typeof ReplayPlan>

export const Replay = Type.Object({
  replayId: Id,
  connectorId: Id,
  /** The live version when it was planned: it runs with this one or not at all. */
  version: Type.Integer({ minimum: 1 }),
  /** Null while no version runs. */
  liveVersion: orNull(Type.Integer({ minimum: 1 })),
  source: oneOf(...replaySources),
  delay: Duration,
  /** The range that the records were chosen from; null where there was none. */
  startDate: orNull(Instant),
  endDate: orNull(Instant),
  state: oneOf(...replayStates),
  stateReason: Type.String(),
  stateNext: Type.String(),
  step: Type.Integer({ minimum: 0, maximum: 4 }),
  /** Whether it is a plan that can still be started: not one of another version than the live one, and not one of more than a day ago. */
  isStartable: Type.Boolean(),
  plannedAt: Instant,
  startedAt: orNull(Instant),
  endedAt: orNull(Instant),
  /** Records that fit what was asked for, also beyond those that the plan holds. */
  found: Count,
  /** As the ledger stands now until the start, and as it stood then afterwards. Of a plan of all that failed as it stood when it was planned, and slice by slice as it stands while they are sent. */
  plan: ReplayPlan,
  /**
   * Of the records that failed, how many would fail again: for what they contain, and this version makes the same of them or cannot make them.
   * 0 once the plan was started.
   */
  failsAgain: Count,
  /** The records of the plan by what happens to them unless a person chooses otherwise. */
  decisions: ReplayDecisions,
  /** The name of the person who planned it; null where that person is gone. */
  plannedBy: orNull(Type.String()),
  /** Null until the start. */
  include: orNull(ReplayInclude),
  runId: orNull(Id),
  /** Records that are replayed, and what became of them; `waiting` are those without an outcome. All 0 until the start. */
  sums: Type.Object({
    chosen: Count,
    delivered: Count,
    failed: Count,
    skipped: Count,
    /** By the filter of the live version. */
    leftOut: Count,
    unknown: Count,
    waiting: Count,
    notSent: Count,
  }),
  /** Null until the end. `successRate` in per cent of what was processed, null where that is nothing; `timeTaken` in milliseconds. */
  result: orNull(
    Type.Object({
      processed: Count,
      successRate: orNull(Type.Integer({ minimum: 0, maximum: 100 })),
      timeTaken: Duration,
      failures: Count,
    }),
  ),
  error: orNull(ProblemShape),
})
export type Replay = Static<typeof Replay>

/**
 * Why a record of a plan is sent or not. `changed`: `field` becomes `value`. `unchanged`: `field` stays as it was refused (null: everything does), and
 * `value` is the field of the source that fills it and is empty. `looked-up`: not known before a dry run, because values are looked up.
 * `not-made`: the mapping cannot make it, and `value` says why. `failed`: see
 * `error`. `no-answer`: it may have arrived. `newer`: a newer version arrived. `other-version`: a record with the same key and other content did.
 */
export const replayReasons = [
  'changed',
  'unchanged',
  'looked-up',
  'not-made',
  'failed',
  'no-answer',
  'newer',
  'other-version',
  'arrived',
  'skipped',
  'pending',
  'not-kept',
  'no-destination',
  'new',
] as const
export const ReplayWhy = Type.Object({
  reason: oneOf(...replayReasons),
  field: orNull(Type.String()),
  value: orNull(Type.String()),
  at: orNull(Instant),
})
export type ReplayWhy = Static<typeof ReplayWhy>

export const ReplayLine = Type.Object({
  /** Counted from 1. */
  number: Type.Integer({ minimum: 1 }),
  recordKey: Type.String(),
  /** What people call it; null where it has nothing of the kind, or was not made for the destination. */
  recordName: orNull(Type.String()),
  standing: oneOf(...replayRecordStatuses),
  outcome: oneOf(...replayOutcomes),
  decision: oneOf(...replayDecisions),
  /** Why it is sent or not; null once the plan was started. */
  why: orNull(ReplayWhy),
  /** The transaction that is replayed; null for a record of a person. */
  original: orNull(Id),
  /** The transaction that the replay made; null while there is none. */
  transactionId: orNull(Id),
  /** Why it did not arrive, or why it is left out; null where nothing is to be said. Until the start, `error` is why it failed in its run. */
  details: orNull(Type.String()),
  error: orNull(ProblemShape),
})
export type ReplayLine = Static<typeof ReplayLine>

/** What the dry run of a plan made of its records, by their numbers. */
export const ReplayDryRun = Type.Object({
  ...DryRun.properties,
  made: Type.Array(Type.Object({ number: Type.Integer({ minimum: 1 }), decision: oneOf('send', 'would-fail'), why: ReplayWhy })),
})
export type ReplayDryRun = Static<typeof ReplayDryRun>

/** Where a transaction stands among replays. */
export const ReplayTrail = Type.Object({
  /** The transaction that it is a replay of, and the replay; null when it is none. */
  replayOf: orNull(Type.Object({ replayId: Id, transactionId: orNull(Id) })),
  /** The replays of it, newest first; `transactionId` as in a line. */
  replays: Type.Array(Type.Object({ replayId: Id, transactionId: orNull(Id), outcome: oneOf(...replayOutcomes), at: Instant })),
})
export type ReplayTrail = Static<typeof ReplayTrail>
