/** Notices that the runs of a connector went on, by what its page reads: that follows the live stream. */
import { type EventObject, fromCallback } from 'xstate'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { ListActor, ListSnapshot } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'

/** What of a run is compared. */
type MarkOf = (run: Run) => string

/** How far the newest run is; empty where that is not known. */
export function markOfRuns(readings: ListSnapshot, markOf: MarkOf): string {
  const [reading] = selectPage<ConnectorReading>(readings)?.items ?? []
  return reading?.newestRun ? markOf(reading.newestRun) : ''
}

/**
 * Sends an event whenever the mark of the newest run is another one.
 * @param runs what the page of the connector reads.
 * @param isFirstSent whether the mark that is known already counts as another one.
 */
export const watchRuns = (runs: ListActor, markOf: MarkOf, moved: (mark: string) => EventObject, isFirstSent = true) =>
  fromCallback<EventObject, void>(({ sendBack }) => {
    let known = isFirstSent ? '' : markOfRuns(runs.getSnapshot(), markOf)
    const tell = (snapshot: ListSnapshot) => {
      const mark = markOfRuns(snapshot, markOf)
      if (mark === known) return
      known = mark
      sendBack(moved(mark))
    }
    const { unsubscribe } = runs.subscribe(tell)
    tell(runs.getSnapshot())
    return unsubscribe
  })
