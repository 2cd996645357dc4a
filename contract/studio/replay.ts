/** Replays: records that were read before, or are given by hand, go through the connector's live version once more. `decisions.md` section 1. */
import Type, { type Static } from 'typebox'

import { problemGroupId } from '../connectors/problems/problem-group.ts'
import { AskedInstant, Count, closed, Duration, Id, Instant, oneOf, orNull, ProblemShape } from '../kit/schemas.ts'
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
 * its way. `not-kept`: as it was read it is not there.
 */
export const replayRecordStatuses = ['new', 'never-arrived', 'skipped', 'unknown', 'arrived', 'pending', 'not-kept'] as const
export type ReplayRecordStatus = (typeof replayRecordStatuses)[number]

/** `left-out`: not replayed; its standing says why. `not-sent`: the replay ended before it. */
export const replayOutcomes = ['planned', 'left-out', 'waiting', 'success', 'failure', 'skipped', 'unknown', 'not-sent'] as const
export type ReplayOutcome = (typeof replayOutcomes)[number]

const Delay = Type.Integer({ minimum: 0, maximum: replayDelayMax, multipleOf: replayDelayStep })

/** What is replayed besides what never arrived and what is new. */
export const ReplayInclude = closed({ arrived: Type.Boolean(), unknown: Type.Boolean(), skipped: Type.Boolean() })
export type ReplayInclude = Static<typeof ReplayInclude>

const Timed = { delay: Delay, startDate: Type.Optional(AskedInstant), endDate: Type.Optional(AskedInstant) }

export const ReplayForm = closed({
  source: oneOf(...replaySources),
  timeframe: oneOf(...replayTimeframes),
  count: Type.Integer({ minimum: 1, maximum: replayCountMax }),
  ...Timed,
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
})
export type ReplayPlan = Static<typeof ReplayPlan>

export const Replay = Type.Object({
  replayId: Id,
  connectorId: Id,
  /** The live version when it was planned: it runs with this one or not at all. */
  version: Type.Integer({ minimum: 1 }),
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
   * Of the records that failed, how many did so with this version and for what they contain: the mapping could not make them, or the destination refused
   * them as invalid. The same is sent again. 0 once the plan was started.
   */
  failsAgain: Count,
  /** Null until the start. */
  include: orNull(ReplayInclude),
  runId: orNull(Id),
  /** Records that are replayed, and what became of them; `waiting` are those without an outcome. All 0 until the start. */
  sums: Type.Object({
    chosen: Count,
    delivered: Count,
    failed: Count,
    skipped: Count,
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

export const ReplayLine = Type.Object({
  /** Counted from 1. */
  number: Type.Integer({ minimum: 1 }),
  recordKey: Type.String(),
  /** What people call it; null where it has nothing of the kind, or was not made for the destination. */
  recordName: orNull(Type.String()),
  standing: oneOf(...replayRecordStatuses),
  outcome: oneOf(...replayOutcomes),
  /** The transaction that is replayed; null for a record of a person. */
  original: orNull(Id),
  /** The transaction that the replay made; null while there is none. */
  transactionId: orNull(Id),
  /** Why it did not arrive, or why it is left out; null where nothing is to be said. Until the start, `error` is why it failed in its run. */
  details: orNull(Type.String()),
  error: orNull(ProblemShape),
})
export type ReplayLine = Static<typeof ReplayLine>

/** Where a transaction stands among replays. */
export const ReplayTrail = Type.Object({
  /** The transaction that it is a replay of, and the replay; null when it is none. */
  replayOf: orNull(Type.Object({ replayId: Id, transactionId: orNull(Id) })),
  /** The replays of it, newest first; `transactionId` as in a line. */
  replays: Type.Array(Type.Object({ replayId: Id, transactionId: orNull(Id), outcome: oneOf(...replayOutcomes), at: Instant })),
})
export type ReplayTrail = Static<typeof ReplayTrail>
