/**
 * Events of one webhook are added in groups: while one group is committed, the events that come in meanwhile make the next one. An event that
 * comes alone does not wait. A group is one statement and one commit, and each event gets its own result.
 */
import { refusal } from '#contract/kit/problem.ts'

/** Events and bytes of one group. An event alone may be larger. */
const group = { events: 100, bytes: 1_048_576 }

/** What may wait in this process: for one webhook, for all webhooks of one company, and for all of them together. */
export type WaitingMax = {
  readonly events: number
  readonly bytes: number
  readonly companyEvents: number
  readonly companyBytes: number
  readonly allEvents: number
  readonly allBytes: number
}
export const waitingMax: WaitingMax = {
  ...{ events: 1_000, bytes: 16_777_216 },
  ...{ companyEvents: 2_500, companyBytes: 16_777_216 },
  ...{ allEvents: 10_000, allBytes: 67_108_864 },
}

/** Milliseconds after which a sender may try again. */
const busyPause = 1_000

type Sized = { readonly companyId: string; readonly bytes: number }
type Waiting = { events: number; bytes: number }
type Entry<Event, Result> = {
  readonly event: Event
  readonly resolve: (result: Result) => void
  readonly reject: (thrown: unknown) => void
}
type Line<Event, Result> = Waiting & { readonly entries: Entry<Event, Result>[] }

export type EventGroups<Event, Result> = {
  /** Resolves when the event is committed. @throws `server/unavailable` if too many wait; what `add` throws. */
  readonly put: (webhookId: string, event: Event) => Promise<Result>
}

/**
 * @param add commits a group and gives one result per event, in their order.
 * @param isOfOne whether an error may concern one event only: then each event of the group is added alone.
 */
export function createEventGroups<Event extends Sized, Result>(
  add: (webhookId: string, events: readonly Event[]) => Promise<readonly Result[]>,
  isOfOne: (thrown: unknown) => boolean,
  max: WaitingMax = waitingMax,
): EventGroups<Event, Result> {
  const lines = new Map<string, Line<Event, Result>>()
  const companies = new Map<string, Waiting>()
  const all: Waiting = { events: 0, bytes: 0 }

  function begin(line: Waiting, { companyId, bytes }: Event): void {
    const company = companies.get(companyId) ?? { events: 0, bytes: 0 }
    companies.set(companyId, company)
    for (const waiting of [line, company, all]) {
      waiting.events += 1
      waiting.bytes += bytes
    }
  }

  function end(line: Waiting, { companyId, bytes }: Event): void {
    const company = companies.get(companyId)
    for (const waiting of company ? [line, company, all] : [line, all]) {
      waiting.events -= 1
      waiting.bytes -= bytes
    }
    if (company?.events === 0) companies.delete(companyId)
  }

  function nextGroup({ entries }: Line<Event, Result>): Entry<Event, Result>[] {
    let [count, bytes] = [0, 0]
    for (const { event } of entries) {
      bytes += event.bytes
      if (count > 0 && (count === group.events || bytes > group.bytes)) break
      count += 1
    }
    return entries.splice(0, count)
  }

  async function addGroup(webhookId: string, entries: readonly Entry<Event, Result>[]): Promise<void> {
    try {
      const results = await add(
        webhookId,
        entries.map(({ event }) => event),
      )
      for (const [at, { resolve }] of entries.entries()) resolve(results[at] as Result)
    } catch (thrown) {
      if (entries.length > 1 && isOfOne(thrown)) for (const entry of entries) await addGroup(webhookId, [entry])
      else for (const { reject } of entries) reject(thrown)
    }
  }

  async function work(webhookId: string, line: Line<Event, Result>): Promise<void> {
    // Requests that were read together are one group.
    await new Promise((resolve) => setImmediate(resolve))
    while (line.entries.length > 0) {
      const entries = nextGroup(line)
      await addGroup(webhookId, entries)
      for (const { event } of entries) end(line, event)
    }
    lines.delete(webhookId)
  }

  function lineOf(webhookId: string): Line<Event, Result> {
    const known = lines.get(webhookId)
    if (known) return known
    const line: Line<Event, Result> = { entries: [], events: 0, bytes: 0 }
    lines.set(webhookId, line)
    void work(webhookId, line)
    return line
  }

  const isFull = (line: Waiting | undefined, { companyId, bytes }: Event) => {
    const company = companies.get(companyId)
    return (
      all.events >= max.allEvents ||
      all.bytes + bytes > max.allBytes ||
      (company !== undefined && (company.events >= max.companyEvents || company.bytes + bytes > max.companyBytes)) ||
      (line !== undefined && (line.events >= max.events || line.bytes + bytes > max.bytes))
    )
  }

  return {
    put: (webhookId, event) => {
      if (isFull(lines.get(webhookId), event)) throw refusal('server/unavailable', { retryAfter: busyPause })
      const line = lineOf(webhookId)
      begin(line, event)
      return new Promise((resolve, reject) => line.entries.push({ event, resolve, reject }))
    },
  }
}

/**
 * Reads that many ask for at the same time: whoever comes while one is under way gets the next one together, so that each answer was read after
 * it was asked for.
 */
export function createSharedRead<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const waiting = new Map<string, { readonly now: Promise<T>; next: Promise<T> | null }>()
  function start(key: string): Promise<T> {
    const now = read(key).finally(() => {
      const state = waiting.get(key)
      if (state?.now === now && state.next === null) waiting.delete(key)
    })
    waiting.set(key, { now, next: null })
    return now
  }
  return (key) => {
    const state = waiting.get(key)
    if (!state) return start(key)
    state.next ??= state.now.then(
      () => start(key),
      () => start(key),
    )
    return state.next
  }
}
