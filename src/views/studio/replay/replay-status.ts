/** Where a replay or a record of it stands, in a look and a word. */
import type { Replay, ReplayLine, ReplayRecordStatus } from '#contract/studio/replay.ts'
import type { PillLook } from '../../kit/feedback/StatusPill.tsx'
import { replayMessages } from './replay.messages.ts'

type PillContent = { readonly look: PillLook; readonly word: string }

const looks = {
  planned: 'waiting',
  queued: 'waiting',
  sending: 'working',
  processing: 'working',
  paused: 'held',
  completed: 'good',
  failed: 'bad',
  stopped: 'stopped',
  discarded: 'stopped',
} as const satisfies Record<Replay['state'], PillLook>

/** One that ended and left records behind does not look like a clean one, and a plan that is not started any more not like one that is. */
export function pillOfReplay({
  state,
  isStartable,
  sums: { failed, unknown },
}: Pick<Replay, 'state' | 'isStartable' | 'sums'>): PillContent {
  if (state === 'planned' && !isStartable) return { look: 'stopped', word: replayMessages.progress.outdated }
  const look = state === 'completed' && failed + unknown > 0 ? 'late' : looks[state]
  return { look, word: replayMessages.progress.states[state] }
}

const looksOfLines = {
  planned: 'waiting',
  'left-out': 'stopped',
  waiting: 'waiting',
  success: 'good',
  failure: 'bad',
  skipped: 'stopped',
  unknown: 'late',
  'not-sent': 'stopped',
} as const satisfies Record<ReplayLine['outcome'], PillLook>

const byChoice: readonly ReplayRecordStatus[] = ['arrived', 'skipped', 'unknown']
const never: readonly ReplayRecordStatus[] = ['pending', 'not-kept', 'no-destination']

/** A planned record that the plan does not send is not called planned. */
export function pillOfLine({ outcome, standing }: Pick<ReplayLine, 'outcome' | 'standing'>): PillContent {
  const { outcomes, leftOutByDefault } = replayMessages.lines
  if (outcome === 'planned' && byChoice.includes(standing)) return { look: 'stopped', word: leftOutByDefault }
  const shown = outcome === 'planned' && never.includes(standing) ? 'left-out' : outcome
  return { look: looksOfLines[shown], word: outcomes[shown] }
}
