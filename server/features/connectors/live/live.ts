/** Live reading: what commits change, told to whoever watches, in this process and in the others of the same database. */
import type { FastifyInstance } from 'fastify'

import { problem, refusal } from '#contract/kit/problem.ts'
import { onChange } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { lookAt } from './connector-states.ts'
import { createGathering, type Gathered, gatheredOf } from './gathering.ts'
import { openStream, type Stream, type StreamEvent, type Wish } from './stream.ts'
import { createWire } from './wire.ts'

/** Streams that one person may have open in one process. */
const streamsOfOne = 20
/** Milliseconds between two signs of life. */
const beatEvery = 15_000
/** Milliseconds until it is noticed that a reader may not read any more, besides those that `access.ts` believes what it knows: 5 s together. */
const checkEvery = 2_000

type Deps = {
  readonly database: Database
  /** Whether people read from this process; an engine alone only tells. */
  readonly isRead: boolean
  /** Milliseconds between two signs of life. */
  readonly beat?: number
  /** Milliseconds between two looks whether a reader may still read. */
  readonly checking?: number
}

type Reader = {
  readonly caller: Caller
  /** Rejects when the reader may not read any more. */
  readonly check: () => Promise<void>
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
}

export type Live = {
  /** @throws `connector/not-found` for an id that the reader does not see, `live/too-many`, `live/ended`. */
  readonly open: (reader: Reader, wish: Wish) => Promise<AsyncIterableIterator<StreamEvent>>
  /** Calls back after commits that change something of a connector, at most ten times a second. Returns what ends it. */
  readonly follow: (connectorId: string, changed: () => void) => () => void
  /** Streams that are open. */
  readonly count: () => number
}

/** It ends with the app. */
export function createLive(app: FastifyInstance, { database, isRead, beat = beatEvery, checking = checkEvery }: Deps): Live {
  const { db } = database
  const { log } = app
  const byCompany = new Map<string, Set<Stream>>()
  const byPerson = new Map<string, number>()
  const followers = new Map<string, Set<() => void>>()
  let isClosed = false
  const all = () => [...byCompany.values()].flatMap((streams) => [...streams])

  function follow(connectorId: string, changed: () => void) {
    const known = followers.get(connectorId) ?? new Set()
    followers.set(connectorId, known.add(changed))
    return () => {
      if (known.delete(changed) && known.size === 0) followers.delete(connectorId)
    }
  }

  function tell(gathered: readonly Gathered[]) {
    for (const { id } of gathered) for (const changed of followers.get(id) ?? []) changed()
    for (const [companyId, changes] of Map.groupBy(gathered, (it) => it.companyId)) {
      const streams = [...(byCompany.get(companyId) ?? [])]
      const wanted = changes.filter((it) => streams.some((stream) => stream.wants(it)))
      const [bells, connectors] = [wanted.filter(isBell), wanted.filter((it) => !isBell(it))]
      for (const it of bells) for (const stream of streams) if (stream.wants(it)) stream.miss()
      const look = lookAt(
        db,
        companyId,
        connectors.map(({ id }) => id),
      )
      for (const it of connectors) for (const stream of streams) if (stream.wants(it)) stream.offer(it.id, look)
    }
  }

  const wire = createWire(database, isRead, {
    // As if it had changed here, so that two processes do not double what one may tell.
    heard: (gathered) => {
      for (const it of gathered) heard.add(it)
    },
    deaf: () => {
      for (const stream of all()) stream.miss()
      for (const changed of [...followers.values()].flatMap((it) => [...it])) changed()
    },
    fault: (thrown) => log.warn({ err: thrown }, 'live reading between processes is interrupted'),
  })
  const heard = createGathering(tell)
  const own = createGathering((gathered) => {
    tell(gathered)
    wire.send(gathered)
  })
  const forget = onChange(db, (change) => own.add(gatheredOf(change)))

  async function close() {
    isClosed = true
    forget()
    own.stop()
    heard.stop()
    for (const stream of all()) stream.end(problem('live/ended'))
    await wire.close()
  }

  function keep(stream: Stream, { companyId, userId }: Caller) {
    const streams = byCompany.get(companyId) ?? new Set()
    byCompany.set(companyId, streams.add(stream))
    byPerson.set(userId, (byPerson.get(userId) ?? 0) + 1)
  }
  function release(stream: Stream, { companyId, userId }: Caller) {
    const streams = byCompany.get(companyId)
    if (streams?.delete(stream) && streams.size === 0) byCompany.delete(companyId)
    const left = (byPerson.get(userId) ?? 1) - 1
    if (left === 0) byPerson.delete(userId)
    else byPerson.set(userId, left)
  }

  app.addHook('preClose', close)
  return {
    async open({ caller, check, signal }, wish) {
      if (isClosed) throw refusal('live/ended')
      if ((byPerson.get(caller.userId) ?? 0) >= streamsOfOne) throw refusal('live/too-many')
      const tenantScope = tenantScopeOf(caller)
      const released = () => release(stream, caller)
      const stream = openStream({
        wish,
        sight: tenantScope,
        beatEvery: beat,
        checkEvery: Math.min(checking, beat),
        check,
        released,
      })
      // Kept before the first look, so that nothing falls between them.
      keep(stream, caller)
      signal.addEventListener('abort', () => void stream.return?.(), { once: true })
      try {
        if (wish.ids && !isBell(wish)) await beginWith(stream, wish.ids, lookAt(db, caller.companyId, wish.ids))
        // Nobody knows what a reader of everything has seen before.
        else stream.miss()
      } catch (thrown) {
        void stream.return?.()
        throw thrown
      }
      return stream
    },
    follow,
    count: () => all().length,
  }
}

const isBell = ({ what }: { readonly what: Iterable<string> }) => [...what].includes('bell')

/** The first that a reader hears is how everything stands. */
async function beginWith(stream: Stream, ids: readonly string[], look: ReturnType<typeof lookAt>): Promise<void> {
  const { ownerId } = stream.sight
  for (const id of ids) {
    const connector = await look(id)
    if (!connector || (ownerId !== null && connector.connector.userId !== ownerId)) throw refusal('connector/not-found')
    stream.offer(id, look)
  }
}
