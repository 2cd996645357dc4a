import type { Run } from '#contract/connectors/runs/run.ts'
import { age, duration } from '../../kit/format/spans.ts'
import { useNow } from '../../kit/text/use-now.ts'
import { runMessages } from './run.messages.ts'

const messages = runMessages.table

/** How long a run took, or takes so far. */
export function Lasted({ run: { startedAt, endedAt } }: { readonly run: Pick<Run, 'startedAt' | 'endedAt'> }) {
  if (startedAt === null) return messages.notStarted
  return endedAt === null ? <SoFar startedAt={startedAt} /> : duration(Date.parse(endedAt) - Date.parse(startedAt))
}

function SoFar({ startedAt }: { readonly startedAt: string }) {
  return messages.soFar(age(useNow() - Date.parse(startedAt)))
}
