/** Runs that this page started. The dashboard hears of a start without loading what other pages list runs with. */
import { type EventObject, fromCallback } from 'xstate'

import { onRunStarted } from './run-starts.service.ts'

/** Milliseconds: a started run is looked for at once. */
export const startedPause = 50

/** Sends `event` whenever this page started a run, so that the run is read as soon as it is queued. */
export const watchStarts = (event: EventObject) =>
  fromCallback<EventObject, void>(({ sendBack }) => onRunStarted(() => sendBack(event)))
