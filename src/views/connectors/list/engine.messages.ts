import type { EngineRunGroup } from '#contract/connectors/runs/run-list.ts'

/** What the engine runs now, what is due next, what waits, and what failed. */
export const engineMessages = {
  title: 'Integration Engine',
  name: 'what the engine does',
  allRuns: 'All runs',
  groups: {
    running: { title: 'Running', note: 'Moving records now', none: 'Nothing runs at the moment.' },
    scheduled: {
      title: 'Scheduled',
      note: 'Starts automatically, the soonest first',
      none: 'No active connector has a schedule.',
    },
    queued: { title: 'Queued', note: 'Waits for the engine or for a paused connector', none: 'Nothing waits.' },
    failed: { title: 'Failed or with errors', note: 'Past 24 h', none: 'No run failed in the past 24 h.' },
  } satisfies Record<EngineRunGroup | 'scheduled', { readonly title: string; readonly note: string; readonly none: string }>,
  due: 'Next run',
}
