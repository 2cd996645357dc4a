/** The rules of AI Insights. Pure: a history in, findings out. A difference counts where chance explains it badly, after the correction for all tests, and where it is large enough to matter. */
import { expiryDays, falseFindings, type InsightKind } from '#contract/studio/insights.ts'
import type { Ended, History, LostCause } from './history.ts'
import { binomialTail, corrected, meanOf, moreOften, spreadOf, studentChance } from './statistics.ts'

export type Finding = {
  readonly kind: InsightKind
  /** What tells it from others of its kind. */
  readonly key: string
  readonly subject: string
  readonly detail: string
  /** The value that nearly all failed records have, where that is what is special. */
  readonly value?: string
  readonly figures: Readonly<Record<string, number>>
  readonly since: string | null
  readonly chance: number | null
}

/** A finding before it is known whether chance explains it. `isLarge`: large enough to matter. */
type Tested = Finding & { readonly chance: number; readonly isLarge: boolean }

const nothing = { detail: '', since: null } as const
const totalOf = ({ delivered, failed, skipped, unknown }: Ended) => delivered + failed + skipped + unknown
const lostOf = ({ failed, unknown }: Ended) => failed + unknown

/** Records without which nothing is compared. */
const enoughRecords = 20
const enoughBefore = 100

function newCauses({ now, before, causes }: History): Tested[] {
  const [n, m] = [totalOf(now), totalOf(before)]
  if (m < enoughBefore) return []
  return causes
    .filter(({ wasBefore }) => !wasBefore)
    .map(({ id, message, lost, firstAt }) => ({
      ...{ kind: 'new-cause', key: id, subject: message, detail: '', since: firstAt },
      figures: { lost, records: n, recordsBefore: m },
      // All of them in this time, and none in the time before, where each would be as likely in either.
      chance: (n / (n + m)) ** lost,
      isLarge: lost >= 3,
    }))
}

const effect = 0.2
/** So many fields and traits are looked at to find the clearest of them (`differences.ts`), which makes one that is chance as much more likely. */
const lookedAt = 2_000
function differences({ causes }: History): Tested[] {
  return causes.flatMap(({ id, example, compared, differences: found, firstAt }: LostCause) =>
    found.map(({ path, trait, value, lost, delivered }): Tested => {
      const [n, m] = [compared.lost, compared.delivered]
      return {
        ...{
          kind: 'field-differs',
          key: `${id} ${path} ${trait}`,
          subject: path,
          detail: `${trait}: ${example}`,
          value,
          since: firstAt,
        },
        figures: { lost, lostOf: n, delivered, deliveredOf: m },
        chance: Math.min(1, lookedAt * moreOften(lost, n, delivered, m)),
        isLarge: n + m >= enoughRecords && n >= 3 && lost / Math.max(1, n) - delivered / Math.max(1, m) >= effect,
      }
    }),
  )
}

/** Failures come in bursts: so many of one burst tell no more than one that comes alone. */
const burst = 3
function failureRate(history: History): Tested[] {
  const { now, before, causes } = history
  const [n, m] = [totalOf(now), totalOf(before)]
  if (n < enoughRecords || m < enoughBefore) return []
  const [a, b] = [lostOf(now), lostOf(before)]
  // What a new cause explains is told once.
  const explained = causes.filter(({ wasBefore }) => !wasBefore).reduce((sum, { lost }) => sum + lost, 0)
  const [share, was] = [a / n, b / m]
  return [
    {
      ...{ ...nothing, kind: 'failure-rate', key: '', subject: '' },
      figures: { failed: a, records: n, failedBefore: b, recordsBefore: m },
      chance: moreOften(Math.floor(a / burst), Math.ceil(n / burst), Math.ceil(b / burst), Math.floor(m / burst)),
      isLarge: a >= 10 && share >= 2 * was && share - was >= 0.02 && explained < 0.8 * a,
    },
  ]
}

const earlierMin = 5
/** Of the logarithms: fewer times than this differ by more than they seem to. */
const spreadMin = 0.15
function volume({ now, earlier }: History): Tested[] {
  if (earlier.length < earlierMin) return []
  const records = totalOf(now)
  const logs = earlier.map((it) => Math.log1p(it))
  const [mean, spread] = [meanOf(logs), Math.max(spreadMin, spreadOf(logs))]
  const t = (Math.log1p(records) - mean) / (spread * Math.sqrt(1 + 1 / logs.length))
  const usual = Math.round(Math.expm1(mean))
  const [least, most] = [Math.min(...earlier), Math.max(...earlier)]
  return [
    {
      ...{ ...nothing, kind: 'volume', key: '', subject: records > usual ? 'more' : 'less' },
      figures: { records, usual, least, most, times: earlier.length },
      chance: studentChance(t, logs.length - 1),
      isLarge:
        Math.max(usual, records) >= 50 && (records <= usual / 2 || records >= usual * 2) && (records < least || records > most),
    },
  ]
}

const callsOfHour = 5
function slowSteps({ steps }: History): Tested[] {
  const usable = steps.filter(({ calls }) => calls >= callsOfHour)
  return [...Map.groupBy(usable, ({ step }) => step)].flatMap(([step, hours]): Tested[] => {
    const logs = (isBefore: boolean) =>
      hours.filter((it) => it.isBefore === isBefore).map((it) => Math.log(it.took / it.calls + 0.1))
    const [now, before] = [logs(false), logs(true)]
    if (now.length < 3 || before.length < 12) return []
    const [a, b] = [meanOf(now), meanOf(before)]
    const [va, vb] = [spreadOf(now) ** 2 / now.length, Math.max(0.05, spreadOf(before)) ** 2 / before.length]
    const freedom = (va + vb) ** 2 / (va ** 2 / (now.length - 1) + vb ** 2 / (before.length - 1))
    const of = (isBefore: boolean) => {
      const all = hours.filter((it) => it.isBefore === isBefore)
      return Math.round(all.reduce((sum, { took }) => sum + took, 0) / all.reduce((sum, { calls }) => sum + calls, 0))
    }
    const [mean, was] = [of(false), of(true)]
    return [
      {
        ...{ ...nothing, kind: 'slow-step', key: step, subject: step },
        figures: { mean, before: was, hours: now.length, hoursBefore: before.length },
        chance: studentChance((a - b) / Math.sqrt(va + vb), freedom),
        isLarge: a > b && Math.exp(a - b) >= 1.5 && mean - was >= 20,
      },
    ]
  })
}

const mostlyEmpty = 0.8
function emptyRuns({ runs: { ended, empty } }: History): Tested[] {
  if (ended < 20) return []
  return [
    {
      ...{ ...nothing, kind: 'empty-runs', key: '', subject: '' },
      figures: { empty, runs: ended },
      chance: binomialTail(empty, ended, 0.5),
      isLarge: empty / ended >= mostlyEmpty,
    },
  ]
}

const usualRepeats = 0.02
function retries({ requests: { made, repeated } }: History): Tested[] {
  if (made < 50) return []
  return [
    {
      ...{ ...nothing, kind: 'retries', key: '', subject: '' },
      figures: { repeated, requests: made },
      chance: binomialTail(repeated, made, usualRepeats),
      isLarge: repeated / made >= 0.1,
    },
  ]
}

/** A field of nearly all records, and of hardly any. */
const [nearlyAll, hardlyAny] = [0.95, 0.02]
function sourceDrift({ drift: { now: n, before: m, fields } }: History): Tested[] {
  if (n < enoughRecords || m < enoughBefore) return []
  return fields.flatMap((it): Tested[] => {
    const of = (detail: string, chance: number, isLarge: boolean): Tested => ({
      ...{ kind: 'source-drift', key: `${it.path} ${detail}`, subject: it.path, detail, since: null },
      figures: { now: it.now, records: n, before: it.before, recordsBefore: m, other: it.otherNow },
      ...{ chance: Math.min(1, lookedAt * chance), isLarge },
    })
    const [share, was] = [it.now / n, it.before / m]
    if (was >= nearlyAll) {
      const gone = of('gone', moreOften(n - it.now, n, m - it.before, m), share <= hardlyAny)
      const types =
        it.now === 0
          ? []
          : [
              of(
                `type:${it.type} ${it.typeNow}`,
                moreOften(it.otherNow, n, it.otherBefore, m),
                it.otherNow / n >= 0.5 && it.otherBefore / m <= hardlyAny,
              ),
            ]
      return [gone, ...types]
    }
    return was === 0 ? [of('new', moreOften(it.now, n, it.before, m), share >= 0.5)] : []
  })
}

/** Requests one by one that take this long together, in milliseconds, are worth sending in batches. */
const [manyRequests, longTogether] = [1_000, 3_600_000]
function batchSize({ now, steps }: History): Finding[] {
  const sending = steps.filter(({ step, isBefore }) => step === 'destination' && !isBefore)
  const requests = sending.reduce((sum, { calls }) => sum + calls, 0)
  const took = sending.reduce((sum, it) => sum + it.took, 0)
  const isOneByOne = requests > 0 && now.delivered / requests <= 1.5
  if (!isOneByOne || requests < manyRequests || took < longTogether) return []
  const figures = { requests, records: now.delivered, mean: Math.round(took / requests), minutes: Math.round(took / 60_000) }
  return [{ ...nothing, kind: 'batch-size', key: '', subject: '', figures, chance: null }]
}

const credentials = ({ expiring }: History): Finding[] =>
  expiring
    .filter(({ days }) => days <= expiryDays)
    .map(({ part, at, days }) => ({
      ...{ kind: 'credential-expiry', key: `${part} ${at}`, subject: part, detail: at, since: null, chance: null },
      figures: { days },
    }))

const longWait = 60
/** What was counted: there is no chance in it. */
function counted({ waiting, twice, absent }: History): Finding[] {
  const found: Finding[] = []
  const sure = { ...nothing, key: '', subject: '', chance: null }
  if (waiting.records > 0 && waiting.minutes >= longWait)
    found.push({
      ...sure,
      kind: 'waiting',
      figures: { records: waiting.records, minutes: waiting.minutes },
      since: waiting.since,
    })
  if (twice.records > 0) found.push({ ...sure, kind: 'delivered-twice', figures: { ...twice } })
  for (const { message, runs, firstAt } of absent)
    found.push({ ...sure, kind: 'absent-field', key: message, subject: message, figures: { runs }, since: firstAt })
  return found
}

const rules = [newCauses, differences, failureRate, volume, slowSteps, emptyRuns, retries, sourceDrift]

export type Findings = { readonly tests: number; readonly findings: readonly Finding[] }

export function findingsOf(history: History): Findings {
  const tested = rules.flatMap((rule) => rule(history))
  const chances = corrected(tested.map(({ chance }) => chance))
  const found = tested.flatMap(({ isLarge, ...finding }, at): Finding[] => {
    const chance = chances[at] ?? 1
    return isLarge && chance <= falseFindings ? [{ ...finding, chance }] : []
  })
  return { tests: tested.length, findings: [...found, ...counted(history), ...batchSize(history), ...credentials(history)] }
}
