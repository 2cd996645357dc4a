import type { EngineRunGroup } from '#contract/connectors/runs/run-list.ts'

/** What the engine runs now, what is due next, what waits, and what failed. */
export const engineMessages = {
  title: 'Integration Engine',
  name: 'engine activity',
  allRuns: 'All runs',
  groups: {
    running: { title: 'Running', note: 'Moving records now', none: 'No runs in progress.' },
    scheduled: {
      title: 'Scheduled',
      note: 'Starts automatically, next first',
      none: 'No active connector has a schedule.',
    },
    queued: { title: 'Queued', note: 'Waiting for the engine or a paused connector', none: 'Nothing waits.' },
    failed: { title: 'Failed or with errors', note: 'Past 24 h', none: 'No failed runs in the past 24 h.' },
  } satisfies Record<EngineRunGroup | 'scheduled', { readonly title: string; readonly note: string; readonly none: string }>,
  due: 'Next run',
}
