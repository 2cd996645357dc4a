/**
 * The destinations of one run, each with what waits for it, its order and its circuit (decision 0116). One that is away holds only its own records: what
 * has no room in its window stays in the outbox, and is taken from there when there is room again. A run of one destination waits for room instead.
 */
import type { Problem } from '#contract/kit/problem.ts'
import { type Delivery, deliveriesOf, type PageOf } from '../../records/ledger/delivery.repository.ts'
import type { PendingDelivery, PendingOf } from '../../records/ledger/source-pages.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Attempt } from '../deliver/attempts.repository.ts'
import { itemOf } from '../deliver/outcome-classifier.ts'
import type { Sender } from '../deliver/sender.ts'
import type { Destination } from '../kit/kind.ts'
import type { Plan } from '../kit/plan.ts'
import type { EngineLimits } from '../limits.ts'
import { createWindow, settledBy } from '../read/window.ts'

export type Route = {
  readonly id: number
  /** What people call it; null of the only destination. */
  readonly name: string | null
  readonly plan: Plan
  readonly destination: Destination
  readonly host: string
  /** A person paused it: nothing is sent, and its records wait in the outbox. */
  readonly isPaused?: boolean
}

export type Lane = Route & {
  readonly sender: Sender
  /** Whether it has nothing left in the outbox that it is to send. */
  readonly isDone: () => boolean
  /** Requests that are left, about. */
  readonly requests: () => number
  readonly hasBacklog: () => boolean
}

/** Records that wait in the outbox for a destination which answers, but slowly: then reading waits for it. */
const backlogMax = 100_000

/** Pages after one number, up to another, which are in the outbox and not in memory. */
type Backlog = { after: number; until: number; records: number }

type Opened = Lane & {
  readonly window: ReturnType<typeof createWindow>
  backlog: Backlog | null
  isLoading: boolean
  refusal: Problem | null
}

type Deps = {
  readonly limits: EngineLimits
  readonly senderOf: (
    route: Route,
    lane: { readonly hasBacklog: () => boolean; readonly refuse: (why: Problem) => void },
  ) => Sender
  /** Hands over what an owner before began, or what waits: sets it up in the sender. */
  readonly takeIn: (lane: Lane, pending: readonly PendingDelivery[]) => void
  /** What waits in the outbox for a destination. */
  readonly load: (of: PendingOf) => Promise<readonly PendingDelivery[]>
  /** How many records of the outbox wait for a destination. */
  readonly waiting: (route: number) => Promise<number>
  readonly refused: (why: Problem) => void
  readonly broke: (thrown: unknown) => void
  readonly changed: () => void
}

export type Lanes = ReturnType<typeof createLanes>

const named = (name: string | null, text: string) => (name === null ? text : `${name}: ${text}`)

const pausedReason = (lanes: readonly Pick<Route, 'name'>[]): StatusReason => {
  const isOne = lanes.length === 1
  const names = lanes.map(({ name }) => name ?? 'The destination').join(' and ')
  return {
    reason: `${names} ${isOne ? 'is paused. Its' : 'are paused. Their'} records wait.`,
    next: isOne ? 'Resume the destination to send them.' : 'Resume the destinations to send them.',
    heldBy: 'destination',
  }
}

export function createLanes(
  routes: readonly Route[],
  { limits, senderOf, takeIn, load, waiting, refused, broke, changed }: Deps,
) {
  const lanes: Opened[] = routes.map((route) => {
    const window = createWindow(limits)
    let sender: Sender | null = null
    const lane: Opened = {
      ...route,
      ...{ window, backlog: null, isLoading: false, refusal: null },
      get sender() {
        sender ??= senderOf(route, { hasBacklog: lane.hasBacklog, refuse: (why) => refuse(lane, why) })
        return sender
      },
      isDone: () => lane.refusal !== null || (window.isEmpty() && lane.backlog === null && !lane.isLoading),
      requests: window.requests,
      hasBacklog: () => lane.backlog !== null,
    }
    return lane
  })
  const isOnly = lanes.length === 1
  const byRoute = new Map(lanes.map((lane) => [lane.id, lane]))
  const laneOf = (page: PageOf) => byRoute.get(page.route ?? 0)
  let isHeld = false
  /** What was taken from the outbox comes on top of what is left of a window. */
  const inMemory = 2 * limits.windowRecords

  /** A destination that refuses everything ends the run only where there is no other one; else the run ends for that reason when the others are done. */
  function refuse(lane: Opened, why: Problem) {
    const message = named(lane.name, why.message)
    lane.refusal ??= { ...why, message, detail: message }
    lane.sender.hold()
    const first = firstRefusal()
    if (first !== null && lanes.every(({ refusal }) => refusal !== null)) refused(isOnly ? why : first)
    changed()
  }

  const firstRefusal = () => lanes.find(({ refusal }) => refusal !== null)?.refusal ?? null

  const hasRoom = ({ window, sender }: Opened) => window.hasRoom() && sender.queued() < limits.queueMax

  function add(lane: Opened, delivery: Delivery) {
    lane.window.add(delivery)
    lane.sender.enter([delivery])
    lane.sender.add(itemOf(delivery), null)
  }

  /** Takes what waits in the outbox, as much as there is room for. */
  async function refill(lane: Opened) {
    const { backlog } = lane
    if (backlog === null || lane.isLoading || isHeld || lane.refusal !== null || lane.isPaused || !hasRoom(lane)) return
    lane.isLoading = true
    try {
      const { after, until } = backlog
      const pending = await load({ route: lane.id, after, until, records: limits.windowRecords })
      const last = pending.at(-1)?.delivery.page.number ?? until
      backlog.after = last
      backlog.records = Math.max(0, backlog.records - pending.reduce((sum, { delivery }) => sum + delivery.count, 0))
      if (last >= backlog.until) lane.backlog = null
      for (const { delivery } of pending) lane.window.add(delivery)
      if (!isHeld) takeIn(lane, pending)
    } catch (thrown) {
      broke(thrown)
    } finally {
      lane.isLoading = false
    }
    changed()
  }

  /** Whether another page may be read: with one destination, when it has room; with several, when one has and no other is far behind. A paused one is not asked. */
  function mayRead(): boolean {
    if (isOnly) return lanes.every(hasRoom)
    const open = lanes.filter(({ refusal, isPaused }) => refusal === null && !isPaused)
    return (
      // Where nothing can be sent, nothing is read for a paused one.
      (open.length === 0 && lanes.every(({ isPaused }) => !isPaused)) ||
      (open.some((lane) => lane.backlog === null && hasRoom(lane)) &&
        open.every(({ backlog, sender }) => (backlog?.records ?? 0) < backlogMax || sender.standing() !== null))
    )
  }

  /** Whether what is left waits for paused destinations only. */
  const isOnlyPausedLeft = () => {
    const left = lanes.filter((lane) => !lane.isDone())
    return left.length > 0 && left.every(({ isPaused }) => isPaused)
  }

  /** Whether nothing is read, because each destination is paused or takes nothing. */
  const isShut = () =>
    lanes.some(({ isPaused }) => isPaused) && lanes.every(({ isPaused, refusal }) => isPaused || refusal !== null)

  return {
    all: lanes as readonly Lane[],
    isOnly,
    destinationOf: (route: number) => byRoute.get(route)?.destination ?? null,
    /** Takes over what an earlier owner left, as much as it can have had in memory. */
    async begin(takeUp: (lane: Lane, of: PendingOf | null) => Promise<readonly PendingDelivery[]>, pagesRead: number) {
      for (const lane of lanes) {
        if (lane.isPaused) {
          // Only what may have been on its way is written down: whoever sends it later does not know of a death by then.
          await takeUp(lane, { route: lane.id, after: 0, until: pagesRead, records: inMemory })
          const records = await waiting(lane.id)
          if (records > 0) lane.backlog = { after: 0, until: pagesRead, records }
          continue
        }
        const pending = await takeUp(lane, isOnly ? null : { route: lane.id, after: 0, until: pagesRead, records: inMemory })
        for (const { delivery } of pending) lane.window.add(delivery)
        takeIn(lane, pending)
        const last = pending.at(-1)?.delivery.page.number
        // What is further back is asked for once there is room.
        if (!isOnly && last !== undefined && last < pagesRead)
          lane.backlog = { after: last, until: pagesRead, records: limits.windowRecords }
      }
    },
    enqueue(page: PageOf) {
      const lane = laneOf(page)
      if (!lane) return
      const count = page.content.keys.length
      if (count === 0) return
      if (lane.backlog !== null) {
        lane.backlog.until = page.number
        lane.backlog.records += count
      } else if (!isOnly && (lane.isPaused || lane.refusal !== null || lane.isLoading || !hasRoom(lane)))
        lane.backlog = { after: page.number - 1, until: page.number, records: count }
      else for (const delivery of deliveriesOf(page)) add(lane, delivery)
    },
    settled(attempt: Attempt) {
      const lane = laneOf(attempt.delivery.page)
      if (!lane) return
      lane.window.settled(attempt)
      lane.sender.settled(attempt.delivery, settledBy(attempt))
    },
    refill: () => {
      for (const lane of lanes) void refill(lane)
    },
    mayRead,
    hold: () => {
      isHeld = true
      for (const { sender } of lanes) sender.hold()
    },
    pump: () => {
      for (const { sender, refusal, isPaused } of lanes) if (refusal === null && !isPaused) sender.pump()
    },
    open: () => lanes.reduce((sum, { sender }) => sum + sender.open(), 0),
    isLoading: () => lanes.some((lane) => lane.isLoading),
    isDone: () => lanes.every(({ isDone }) => isDone()),
    /** Whether one of several destinations is away or far behind, so that what is read meanwhile reaches the others sooner. */
    isHeldUp: () =>
      !isOnly && lanes.some(({ isDone, backlog, sender }) => !isDone() && (backlog !== null || sender.standing() !== null)),
    isOnlyPausedLeft,
    isShut,
    /** What the run says of what it waits for, with the name of the destination. */
    standing: (): StatusReason | null => {
      if (isOnlyPausedLeft()) return pausedReason(lanes.filter((lane) => !lane.isDone()))
      if (isShut()) return pausedReason(lanes.filter(({ isPaused }) => isPaused))
      for (const { name, sender, refusal, isPaused } of lanes) {
        const standing = refusal === null && !isPaused ? sender.standing() : null
        if (standing === null) continue
        if (name === null) return standing
        const { waiting } = standing
        return {
          ...standing,
          reason: named(name, standing.reason),
          ...(waiting ? { waiting: { ...waiting, system: name } } : {}),
        }
      }
      return null
    },
    /** Why the run fails though others are done: the refusal of a destination. */
    refusal: () => (isOnly ? null : firstRefusal()),
    /** The one refusal that every request met so far. */
    refusedAll: (): Problem | null => lanes.map(({ sender }) => sender.refusedAll()).find((why) => why !== null) ?? null,
    left: (host: string): number | null => lanes.find((lane) => lane.host === host)?.requests() ?? null,
  }
}
