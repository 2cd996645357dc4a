/** What happens to records before they are mapped: the filter and the enrichments of a version, in the order that costs less. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type FieldProblem, type Problem, problem } from '#contract/kit/problem.ts'
import { enrichmentsOf } from '../enrichment/enrichments.ts'
import { Listless } from '../kinds/hook/hook-source.ts'
import type { OpenEnrichment, Verdict } from '../kit/enriching.ts'
import { Unreadable } from '../kit/kind.ts'
import { namesOf } from '../kit/record-values.ts'
import { type CompiledFilter, compileFilter } from '../mapping/record-filter.ts'

/** Whether what a filter reads is there before enrichments changed the record. `targets` are the paths that they write. */
const readsSourceOnly = ({ paths }: CompiledFilter, targets: readonly (readonly string[])[]) =>
  !paths.some((path) =>
    targets.some((target) =>
      target.every((name, at) => at >= path.length || (path[at]?.kind === 'name' && path[at].name === name)),
    ),
  )

const problemOf = ({ path, message }: FieldProblem): Problem =>
  problem('record/left-out', { message: `Left out by the filter: ${message}.`, errors: [{ path, message }] })

/**
 * Puts a filter before the enrichments of a version, so that nothing is looked up for records that are left out; after them where it reads what they
 * write.
 */
function filtered(filter: CompiledFilter, targets: readonly (readonly string[])[], open: OpenEnrichment | null): OpenEnrichment {
  const judged = (record: unknown, now: number): Verdict => {
    // These have no fields: they end for a reason of their own.
    if (record instanceof Unreadable || record instanceof Listless) return { record }
    const reason = filter.judge(record, now)
    return reason === null ? { record } : { leftOut: problemOf(reason) }
  }
  const isFirst = readsSourceOnly(filter, targets)
  return async (tools, pace) => {
    const enrich = open === null ? null : await open(tools, pace)
    return async (records, signal) => {
      const now = Date.now()
      if (enrich === null) return { verdicts: records.map((record) => judged(record, now)), lines: [] }
      if (!isFirst) {
        const { verdicts, lines } = await enrich(records, signal)
        return { verdicts: verdicts.map((it) => ('record' in it ? judged(it.record, now) : it)), lines }
      }
      const verdicts = records.map((record) => judged(record, now))
      const going = verdicts.flatMap((it) => ('record' in it ? [it.record] : []))
      const enriched = await enrich(going, signal)
      const found = enriched.verdicts.values()
      return { verdicts: verdicts.map((it) => ('record' in it ? (found.next().value ?? it) : it)), lines: enriched.lines }
    }
  }
}

/** What is wrong with the filter of a configuration. */
export function checkFilter({ records }: Pick<ConnectorConfig, 'records'>): readonly FieldProblem[] {
  const compiled = records?.only === undefined ? null : compileFilter(records.only)
  return compiled !== null && 'errors' in compiled ? compiled.errors : []
}

/** Opens what comes before the mapping; null where every record is mapped as it was read. The configuration was checked. */
export function beforeMapping({ records, enrichment }: Pick<ConnectorConfig, 'records' | 'enrichment'>): OpenEnrichment | null {
  const enriching = enrichment.length === 0 ? null : enrichmentsOf(enrichment)
  const compiled = records?.only === undefined ? null : compileFilter(records.only)
  if (compiled === null || 'errors' in compiled) return enriching
  const targets = enrichment.map(({ lookup }) => namesOf(lookup?.targetPath ?? '') ?? [])
  return filtered(compiled.filter, targets, enriching)
}
