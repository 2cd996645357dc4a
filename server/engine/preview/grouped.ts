/** Groups of a dry run: made as a run makes them, in memory, out of the few records that there are. */
import { calledBy, failGroup, faultOf } from '../group/compiled-group.ts'
import type { Verdict } from '../kit/enriching.ts'
import type { CompiledGroup, GroupState } from '../kit/grouping.ts'
import { Unreadable } from '../kit/kind.ts'
import { eachLine, type PageLines } from '../read/page-lines.ts'

/** A record that is in no group, and why. */
export type Ungrouped = { readonly record: unknown; readonly verdict: Exclude<Verdict, { readonly record: unknown }> }

export function groupsIn(
  group: CompiledGroup,
  lines: PageLines,
): { readonly groups: readonly unknown[]; readonly others: readonly Ungrouped[] } {
  const states = new Map<string, GroupState>()
  const others: Ungrouped[] = []
  for (const { record, verdict, of } of eachLine(lines)) {
    const called = calledBy(record, of + 1)
    const isKnown = !(record instanceof Unreadable) && ('record' in verdict || ('failed' in verdict && group.keysAreRead))
    const found = isKnown ? group.keyOf('record' in verdict ? verdict.record : record) : null
    if (found === null || typeof found === 'string') {
      if (!('record' in verdict)) others.push({ record, verdict })
      else
        others.push({
          record,
          verdict: { failed: record instanceof Unreadable ? record.problem : new Unreadable(`${found}.`, record).problem },
        })
      continue
    }
    const state = states.get(found.name) ?? group.begin(found.keys)
    states.set(found.name, state)
    if ('record' in verdict) group.add(state, verdict.record, called)
    else if ('failed' in verdict) failGroup(state, faultOf(undefined, called, verdict.failed.message.replace(/\.$/, '')))
  }
  return { groups: [...states.values()].map((state) => group.recordOf(state)), others }
}
