/** Joins the charts of a replay to the calls, to each other, and to what the tab keeps. */
import { type EventObject, fromCallback } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { type ReplayActor, type ReplayEvent, replayMachine } from '../../machines/studio/replay/replay.machine.ts'
import { replayFormMachine } from '../../machines/studio/replay/replay-form.machine.ts'
import type { ReplayEnd } from '../../machines/studio/replay/replay-plan.ts'
import { type ReplayReading, replayProgressMachine } from '../../machines/studio/replay/replay-progress.machine.ts'
import { blankReplay, type ReplayOrder, writtenIn } from '../../machines/studio/replay/replay-rules.ts'
import { choiceOf, type ReplayChosen } from '../../machines/studio/retry/retry.machine.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { readInvestigated } from './investigation.service.ts'
import * as calls from './replay.service.ts'
import { listLines, planChosen, readReplay, startReplay, stopReplay, tryReplay } from './retry/retry.service.ts'

type OfConnector = { readonly access: Access; readonly connectorId: string }

type ProgressEvent = Extract<ReplayEvent, { type: `replay.${string}` }>

/** Between the replay that is shown and the form of the next one. */
export function replayLine() {
  const heard = new Set<(told: ProgressEvent) => void>()
  return {
    tell: (told: ProgressEvent) => {
      for (const hear of heard) hear(told)
    },
    listen: (hear: (told: ProgressEvent) => void) => {
      heard.add(hear)
      return () => void heard.delete(hear)
    },
  }
}
type ReplayLine = ReturnType<typeof replayLine>

/** What is said beside the page, and where it leads: the address and the messages are the page's. */
type PlanningHandlers = {
  readonly onPlanned: (replayId: string) => void
  readonly onReset: () => void
  readonly onUnread: () => void
  readonly onFailed: () => void
}

/** @param range the time that the studio looks at. */
export const liveReplayMachine = (of: OfConnector, range: StudioRange, line: ReplayLine, told: PlanningHandlers) =>
  replayMachine.provide({
    actors: {
      readStock: actorFrom((_, signal) => calls.readStock(of.access, of, signal), { limit: 15_000 }),
      planReplay: actorFrom(({ order }: { readonly order: ReplayOrder }, signal) => plan(of, order, range, signal)),
      joinProgress: fromCallback<EventObject, void>(({ sendBack }) => line.listen(sendBack)),
    },
    actions: {
      tellPlanned: (_, { replayId }) => told.onPlanned(replayId),
      tellReset: told.onReset,
      tellUnread: told.onUnread,
      tellFailed: told.onFailed,
    },
  })

/** A time that ends now begins at the moment of asking. */
function datesOf({ past, from, to }: StudioRange) {
  const begin = past === undefined ? from : new Date(Date.now() - past).toISOString()
  return { ...(begin === undefined ? {} : { startDate: begin }), ...(to === undefined ? {} : { endDate: to }) }
}

function plan({ access, connectorId }: OfConnector, order: ReplayOrder, range: StudioRange, signal: AbortSignal) {
  if (order.kind === 'form') {
    const dates = order.form.timeframe === 'filter' ? datesOf(range) : {}
    return calls.planReplay(access, { connectorId, body: { ...order.form, ...dates } }, signal)
  }
  return planChosen(access, { connectorId, body: choiceOf(order.chosen, order.delay) }, signal)
}

/** `owner`: what one person typed is not shown to the next one at this tab. */
type FormPlace = { readonly owner: string; readonly connectorId: string }

/** The form tells what it is about to the one who plans. */
export const liveReplayFormMachine = (place: FormPlace, replay: ReplayActor, onUnchosen: () => void) =>
  replayFormMachine.provide({
    actions: {
      tellWritten: (_, { written }) => calls.keepTyped(place, written),
      tellOrder: (_, { order, isOfLedger }) => replay.send({ type: 'user.ordered', order, isOfLedger }),
      tellReset: () => replay.send({ type: 'user.reset' }),
      tellUnchosen: onUnchosen,
    },
  })

/** How the form opens: with what was typed before the page was loaded again. */
export const restoreReplayForm = (place: FormPlace, chosen: ReplayChosen | null, examples: readonly unknown[]) => ({
  typed: writtenIn(calls.readTyped(place)),
  chosen,
  examples,
})

/** Of a secret in a record that is shown. */
const mask = '••••'

/** Puts a record as it was read into the form, to be changed there; a list of one that says so. `query.transactionId`. */
export const recordToEditMachine = (access: Access, place: FormPlace) =>
  listOf(async (query, signal) => {
    const asked = { connectorId: place.connectorId, transactionId: String(query['transactionId']) }
    const { asRead } = await readInvestigated(access, asked, signal)
    if (asRead === null || !('text' in asRead)) throw refusal('replay/record-not-kept')
    if (asRead.text.includes(mask)) throw refusal('replay/record-masked')
    calls.keepTyped(place, { ...blankReplay, source: 'custom', records: asRead.text })
    return { items: [asked.transactionId], total: 1 }
  })

type EndHandlers = { readonly onFailed: () => void; readonly onEnd: (end: ReplayEnd | null) => void }

export function liveReplayProgressMachine(access: Access, line: ReplayLine, told: EndHandlers) {
  const read = async (replay: Promise<ReplayReading['replay']>): Promise<ReplayReading> => ({
    replay: await replay,
    // By the local clock, because an age is counted on it.
    readAt: new Date().toISOString(),
  })
  return replayProgressMachine.provide({
    actors: {
      readReplay: actorFrom((input, signal) => read(readReplay(access, input, signal)), { limit: 20_000 }),
      tryReplay: actorFrom((input, signal) => tryReplay(access, input, signal)),
      startReplay: actorFrom((input, signal) => read(startReplay(access, input, signal)), { limit: 20_000 }),
      stopReplay: actorFrom((input, signal) => read(stopReplay(access, input, signal)), { limit: 20_000 }),
    },
    actions: {
      tellBegan: () => line.tell({ type: 'replay.began' }),
      tellRested: () => line.tell({ type: 'replay.rested' }),
      tellFailed: told.onFailed,
      tellEnd: (_, { end }) => told.onEnd(end),
    },
  })
}

/** Records of a replay; `query.connectorId`, `replayId`, `page`, `limit`. Read more often while it moves. */
export const replayLinesMachine = (access: Access, isMoving: boolean) =>
  listOf(({ connectorId, replayId, page, limit }, signal) => {
    const of = { connectorId: String(connectorId), replayId: String(replayId) }
    return listLines(access, { ...of, page: Number(page), limit: Number(limit) }, signal)
  }).provide({ delays: { refreshPause: isMoving ? 2_000 : 15_000 } })

/** Replays of a connector, newest first; `query.connectorId`, `page`, `limit`. */
export const replayListMachine = (access: Access) =>
  listOf(({ connectorId, page, limit }, signal) =>
    calls.listReplays(access, { connectorId: String(connectorId), page: Number(page), limit: Number(limit) }, signal),
  ).provide({ delays: { refreshPause: 10_000 } })
