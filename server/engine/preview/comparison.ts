/** What two configurations make of the same records: looked up, mapped and packed as a run does it. Nothing is sent, and nothing is kept. */

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type Problem, refusal } from '#contract/kit/problem.ts'
import type { ComparedRecord } from '#contract/studio/comparison.ts'
import { maskedDeep } from '../kit/looking.ts'
import { lineOf, make, makingOf, previewed, type Row, requestsMax } from './dry-run.ts'
import type { Attempts, Prober } from './probing/attempting.ts'
import { shownDryRun } from './probing/showing.ts'

/** Secrets are texts that were typed, or references to saved ones. `live` is null where no version runs. */
export type ComparingOrder = {
  readonly live: ConnectorConfig | null
  readonly draft: ConnectorConfig
  /** As they were read from the source. */
  readonly records: readonly unknown[]
}
export type Compared = {
  /** One for each record, in their order; none where a problem stands. */
  readonly records: readonly Pick<ComparedRecord, 'key' | 'record' | 'live' | 'draft' | 'change'>[]
  /** What kept an enrichment from being asked. */
  readonly problem: Problem | null
}

/** Throws `ProblemError` when the draft cannot be tried: `connector/invalid`, `egress/refused`. */
export type Comparing = (order: ComparingOrder, prober: Prober) => Promise<Compared>

/** JSON with the members of every object in the order of their names: the same thing said in another order is the same. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, it]) => `${JSON.stringify(name)}:${canonical(it)}`).join(',')}}`
}

/** What became of a record; two that say the same are the same. */
const outcomeKeyOf = ({ outcome, output, problem }: Row) => `${outcome} ${problem?.message ?? ''} ${canonical(output ?? null)}`

function changeOf(live: Row | undefined, draft: Row): ComparedRecord['change'] {
  if (live === undefined) return 'new'
  if (outcomeKeyOf(live) === outcomeKeyOf(draft)) return 'same'
  if (draft.outcome === 'failed' && live.outcome !== 'failed') return 'fails'
  return live.outcome === 'failed' && draft.outcome !== 'failed' ? 'works' : 'differs'
}

/**
 * Records that were kept of a connector with groups are groups: where both versions make the same ones, they are not grouped again.
 * Throws `connector/invalid` where the groups differ, because what they were made of is not kept.
 */
function withoutSameGroups(
  live: ConnectorConfig | null,
  draft: ConnectorConfig,
): readonly [ConnectorConfig | null, ConnectorConfig] {
  const groups = [live?.records?.group, draft.records?.group]
  if (live === null || groups.every((it) => it === undefined)) return [live, draft]
  if (canonical([live.records, live.enrichment]) !== canonical([draft.records, draft.enrichment])) {
    const message =
      "These versions filter, enrich or group records differently, so they can't be compared. Only finished groups are stored"
    throw refusal('connector/invalid', { message: `${message}.`, errors: [{ path: '/config/records/group', message }] })
  }
  return [asSent(live), asSent(draft)]
}

const asSent = ({ records: _, ...config }: ConnectorConfig): ConnectorConfig => ({ ...config, enrichment: [] })

type Shown = ReturnType<typeof shownDryRun>['records'][number]

/** Without what both have in common. */
const partOf = ({ key: _, record: __, ...made }: Shown): ComparedRecord['draft'] => made

export function createComparing({ attempt, met }: Attempts): Comparing {
  /** What one configuration makes of the records: as it is, and as a person may see it. */
  async function madeBy(config: ConnectorConfig, records: readonly unknown[], prober: Prober) {
    const making = makingOf(config)
    const trying = attempt(prober, requestsMax)
    // Only an opened destination knows its secret, and so what must be masked in the records.
    await previewed([], config, trying)
    const { result, problem } = await met('lookup', trying, async () => {
      const line = await lineOf(config, making, trying)
      const shown = records.map((record) => maskedDeep(record, trying.mask.masked))
      return { ...(await make(shown, 0, { ...line, isKept: true })), shown }
    })
    const rows = result?.rows ?? []
    const asRead = rows.map((row, at) => ({ ...row, record: result?.shown[at] }))
    const all = { records: asRead, deliveries: [], exchanges: [], message: '', problem: null }
    return { rows, shown: shownDryRun(all).records, problem }
  }

  return async ({ live: liveConfig, draft: draftConfig, records }, prober) => {
    const [live, draft] = withoutSameGroups(liveConfig, draftConfig)
    const made = await madeBy(draft, records, prober)
    const before = live && (await madeBy(live, records, prober))
    const problem = made.problem ?? before?.problem ?? null
    if (problem) return { records: [], problem }
    return {
      problem,
      records: made.rows.flatMap((row, at) => {
        const [now, then] = [made.shown[at], before?.shown[at]]
        if (!now) return []
        const { key, record } = now
        return [{ key, record, live: then ? partOf(then) : null, draft: partOf(now), change: changeOf(before?.rows[at], row) }]
      }),
    }
  }
}
