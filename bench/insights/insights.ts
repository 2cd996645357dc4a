/**
 * Precision and recall of the rules of AI Insights on seeded histories: noise as connectors have it (days and nights, weekends, bursts of failures, hours
 * that are slow by chance), and in some of them one thing that is really there. `npm run bench:insights`
 */
import type { InsightKind } from '#contract/studio/insights.ts'
import type { Drift } from '#server/features/studio/insights/drift.ts'
import type { History, LostCause } from '#server/features/studio/insights/history.ts'
import { findingsOf } from '#server/features/studio/insights/rules.ts'

const seeded = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = ReturnType<typeof seeded>
const normal = (random: Random) => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const at = '2026-11-25T10:00:00.000Z'

/** Failures come in bursts: a share that itself varies from time to time. */
function failuresOf(random: Random, records: number, rate: number): number {
  const share = rate * Math.exp(0.5 * normal(random))
  return times(records, () => (random() < share ? 1 : 0)).reduce<number>((sum, it) => sum + it, 0)
}

/** The fields of failed and delivered records that chance alone makes differ as clearly as `differences.ts` asks for, the clearest of 300. */
function byChance(random: Random, lost: number): LostCause['differences'] {
  const of = (count: number, share: number) => times(count, () => Number(random() < share)).reduce((sum, it) => sum + it, 0)
  const found = times(300, () => random()).flatMap((share) => {
    const hits = of(Math.min(200, lost), share)
    if (hits < 0.9 * Math.min(200, lost)) return []
    const delivered = of(200, share)
    return delivered > 20 ? [] : [{ path: 'note', trait: 'empty', value: '', lost: hits, delivered } as const]
  })
  return found.toSorted((a, b) => a.delivered - b.delivered).slice(0, 3)
}

const cause = (random: Random, id: string, lost: number, wasBefore: boolean): LostCause => ({
  ...{ id, message: `Cause ${id}`, example: id, lost, arrived: 0, firstAt: at, wasBefore, differences: byChance(random, lost) },
  compared: { lost: Math.min(200, lost), delivered: 200 },
})

/** Fields as sources have them: most always there, some now and then, some with a value of another type from time to time. */
function fields(random: Random): Drift {
  const [now, before] = [20 + Math.round(180 * random()), 100 + Math.round(100 * random())]
  const hits = (count: number, share: number) =>
    times(count, () => Number(random() < share)).reduce<number>((sum, it) => sum + it, 0)
  return {
    ...{ now, before },
    fields: times(40, (at) => {
      const share = at < 25 ? 1 : random()
      // What is optional comes and goes with the season.
      const [nowHas, beforeHas] = [hits(now, Math.min(1, share * Math.exp(0.2 * normal(random)))), hits(before, share)]
      const other = at % 9 === 0 ? 0.03 * random() : 0
      return {
        ...{ path: `field${at}`, now: nowHas, before: beforeHas, type: 'string', typeNow: 'string' },
        ...{ otherNow: hits(nowHas, other), otherBefore: hits(beforeHas, other) },
      }
    }),
  }
}

function quiet(random: Random): History {
  const usual = Math.round(Math.exp(4 + 4 * random()))
  const volume = () => Math.max(1, Math.round(usual * Math.exp(0.15 * normal(random))))
  const earlier = times(8, volume)
  const [records, recordsBefore] = [volume(), earlier.slice(0, 7).reduce((sum, it) => sum + it, 0)]
  const rate = random() < 0.5 ? 0 : 0.02 * random()
  const [failed, failedBefore] = [failuresOf(random, records, rate), failuresOf(random, recordsBefore, rate)]
  const mean = 40 + 400 * random()
  // An hour is like the one before it.
  let drift = 0
  const hours = (isBefore: boolean, count: number) =>
    times(count, () => {
      drift = 0.6 * drift + 0.12 * normal(random)
      const calls = 5 + Math.round(60 * random())
      return { step: 'destination', isBefore, calls, took: calls * mean * Math.exp(drift) }
    })
  const runs = random() < 0.5 ? { ended: 24, empty: Math.round(12 * random()) } : { ended: 96, empty: Math.round(60 * random()) }
  const requests = records + Math.round(records * 0.03 * random())
  return {
    now: { delivered: records - failed, failed, skipped: 0, unknown: 0 },
    before: { delivered: recordsBefore - failedBefore, failed: failedBefore, skipped: 0, unknown: 0 },
    earlier,
    causes: failed > 0 ? [cause(random, 'old', failed, failedBefore > 0)] : [],
    steps: [...hours(true, 168), ...hours(false, 24)],
    runs,
    requests: { made: requests, repeated: requests - records },
    waiting: { records: Math.round(5 * random()), since: at, minutes: Math.round(10 * random()) },
    twice: { records: 0, runs: 0 },
    absent: [],
    drift: fields(random),
    // Half of the credentials do not say when they end, and most others end much later.
    expiring: random() < 0.5 ? [] : [{ part: 'source', at, days: 20 + Math.round(300 * random()) }],
  }
}

type Seeding = (history: History, random: Random) => History
const seedings: Readonly<Record<InsightKind, Seeding>> = {
  'new-cause': (it, random) => {
    const lost = 4 + Math.round(12 * random())
    return { ...it, now: { ...it.now, failed: it.now.failed + lost }, causes: [...it.causes, cause(random, 'new', lost, false)] }
  },
  'field-differs': (it, random) => {
    const lost = 6 + Math.round(60 * random())
    const found = {
      path: 'customer.phone',
      trait: 'space',
      value: '',
      lost: Math.ceil(lost * 0.95),
      delivered: Math.round(10 * random()),
    } as const
    const known = { ...cause(random, 'known', lost, true), differences: [found] }
    return { ...it, causes: [known] }
  },
  'failure-rate': (it, random) => {
    // Of as many records as before, and enough of them that ten can fail.
    const factor = Math.max(1, 200 / it.now.delivered)
    const scaled = (count: number) => Math.round(count * factor)
    const records = scaled(it.now.delivered + it.now.failed)
    const failed = Math.round(records * (0.1 + 0.3 * random()))
    const before = { ...it.before, delivered: scaled(it.before.delivered), failed: scaled(it.before.failed) }
    const now = { ...it.now, delivered: records - failed, failed }
    return { ...it, now, before, earlier: it.earlier.map(scaled), causes: [cause(random, 'old', failed, true)] }
  },
  volume: (it, random) => {
    const usual = Math.max(200, ...it.earlier)
    const factor = random() < 0.5 ? 0.05 + 0.25 * random() : 3 + 3 * random()
    const earlier = it.earlier.map((count) => Math.round((count * usual) / Math.max(...it.earlier)))
    return { ...it, earlier, now: { delivered: Math.round(usual * factor), failed: 0, skipped: 0, unknown: 0 }, causes: [] }
  },
  'slow-step': (it, random) => {
    const factor = 2 + 2 * random()
    return { ...it, steps: it.steps.map((hour) => (hour.isBefore ? hour : { ...hour, took: hour.took * factor })) }
  },
  'empty-runs': (it, random) => ({ ...it, runs: { ended: 96, empty: 82 + Math.round(14 * random()) } }),
  retries: (it, random) => ({ ...it, requests: { made: 1_000, repeated: 150 + Math.round(300 * random()) } }),
  waiting: (it, random) => ({ ...it, waiting: { records: 20, since: at, minutes: 90 + Math.round(600 * random()) } }),
  'delivered-twice': (it, random) => ({ ...it, twice: { records: 1 + Math.round(100 * random()), runs: 1 } }),
  'source-drift': (it, random) => {
    const [first, ...others] = it.drift.fields
    if (!first) return it
    const { now, before } = it.drift
    const which = Math.floor(3 * random())
    const gone = { ...first, now: Math.floor(0.02 * now * random()), before, otherNow: 0, otherBefore: 0 }
    const added = { ...first, path: 'added', type: null, now: Math.ceil(now * (0.6 + 0.4 * random())), before: 0 }
    const turned = { ...first, now, before, typeNow: 'number', otherNow: Math.ceil(now * (0.6 + 0.4 * random())), otherBefore: 0 }
    return { ...it, drift: { ...it.drift, fields: [which === 0 ? gone : which === 1 ? added : turned, ...others] } }
  },
  'batch-size': (it, random) => {
    const mean = 500 + 1_500 * random()
    const calls = 300 + Math.round(300 * random())
    const hour = (isBefore: boolean) => () => ({
      step: 'destination',
      isBefore,
      calls,
      took: calls * mean * Math.exp(0.05 * normal(random)),
    })
    const records = 24 * calls
    const earlier = times(8, () => Math.round(records * Math.exp(0.1 * normal(random))))
    const sum = earlier.slice(0, 7).reduce((all, each) => all + each, 0)
    return {
      ...it,
      earlier,
      causes: [],
      steps: [...times(168, hour(true)), ...times(24, hour(false))],
      now: { delivered: records, failed: 0, skipped: 0, unknown: 0 },
      before: { delivered: sum, failed: 0, skipped: 0, unknown: 0 },
    }
  },
  'credential-expiry': (it, random) => ({ ...it, expiring: [{ part: 'destination', at, days: Math.round(16 * random()) - 2 }] }),
  'absent-field': (it) => ({ ...it, absent: [{ message: 'No record contained "a.b".', runs: 2, firstAt: at }] }),
}

const kinds = Object.keys(seedings) as InsightKind[]
const rounds = Number(process.argv[2] ?? 10)
const found = { right: 0, wrong: 0, missed: 0 }
const missed = new Map<string, number>()
const wrong = new Map<string, number>()
const took: number[] = []
let histories = 0
let quietOnes = 0
for (let seed = 1; seed <= rounds; seed += 1)
  // As many without anything as with each kind twice over: what is common in the field.
  for (const kind of [...kinds, ...times(kinds.length, () => null)]) {
    const random = seeded(seed * 1_000 + histories)
    histories += 1
    if (kind === null) quietOnes += 1
    const history = quiet(random)
    const given = kind === null ? history : seedings[kind](history, random)
    const begun = performance.now()
    const told = new Set(findingsOf(given).findings.map((it) => it.kind))
    took.push(performance.now() - begun)
    if (kind !== null && told.has(kind)) found.right += 1
    else if (kind !== null) {
      found.missed += 1
      missed.set(kind, (missed.get(kind) ?? 0) + 1)
    }
    for (const it of told)
      if (it !== kind) {
        found.wrong += 1
        wrong.set(it, (wrong.get(it) ?? 0) + 1)
      }
  }

const share = (part: number, all: number) => (all === 0 ? 0 : Math.round((1_000 * part) / all) / 1_000)
const precision = share(found.right, found.right + found.wrong)
const recall = share(found.right, found.right + found.missed)
console.log(`${histories} histories, ${quietOnes} of them with nothing in them`)
console.log(`precision ${precision} (bar 0.95), recall ${recall} (bar 0.8)`)
console.log(
  `missed: ${JSON.stringify(Object.fromEntries(missed))}, found and not there: ${JSON.stringify(Object.fromEntries(wrong))}`,
)
console.log(`longest ${Math.round(Math.max(...took) * 100) / 100} ms a history`)
if (precision < 0.95 || recall < 0.8) process.exitCode = 1
