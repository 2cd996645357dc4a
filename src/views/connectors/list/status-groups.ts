/** Which connectors run, are due, and wait. One may be several of these: what runs now may be due again. */
import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'

type StatusGroups = {
  readonly running: readonly ConnectorListItem[]
  /** The soonest first. */
  readonly due: readonly ConnectorListItem[]
  readonly waiting: readonly ConnectorListItem[]
}

export function groupsByStatus(items: readonly ConnectorListItem[]): StatusGroups {
  const nextOf = ({ schedule }: ConnectorListItem) => schedule?.nextRunAt ?? ''
  return {
    running: items.filter(({ lastRun }) => lastRun?.status === 'running'),
    due: items.filter((it) => nextOf(it) !== '').toSorted((a, b) => nextOf(a).localeCompare(nextOf(b))),
    waiting: items.filter(
      ({ status, heldEvents = 0, lastRun }) =>
        status !== 'Active' || heldEvents > 0 || lastRun?.status === 'queued' || lastRun?.status === 'paused',
    ),
  }
}
