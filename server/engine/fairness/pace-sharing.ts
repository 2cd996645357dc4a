/**
 * Processes share the limit of a host: each uses its part of the rate, and learns within about a second of a limit that another process met, of the
 * pause that the host asked for, and of a process that begins or ends sending there. Until then it may send at most as much as a host that it meets
 * gets at first. What is told is written about once a second at most, and only where a limit is known.
 */
import type { Kysely } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import { forgetPaces, type OtherPace, otherPaces, writePaces } from './paces.repository.ts'
import type { Paces } from './paces.ts'

export type PaceSharing = {
  /** Writes and reads paces, if that is due. Called with each poll of the runs. */
  readonly share: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Deps = {
  readonly db: Kysely<Tables>
  readonly owner: string
  readonly paces: Paces
  /** Companies whose runs this process moves. */
  readonly companies: () => ReadonlySet<string>
}

const pause = 1_000
/** How often an unchanged pace is written again. */
const heartbeat = 4_000
const cleanEvery = 60_000

type Written = { rate: number | null; room: number | null; quietUntil: number; changedAt: number; at: number }

const isAbout = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= 0.1 * Math.max(one, other))

export function createPaceSharing({ db, owner, paces, companies }: Deps): PaceSharing {
  const told = new Map<string, Written>()
  let sharedAt = Number.NEGATIVE_INFINITY
  let cleanedAt = Number.NEGATIVE_INFINITY
  let sharing: Promise<void> | null = null

  function news(at: number) {
    const rows = []
    for (const pace of paces.all()) {
      const now = pace.shared()
      const name = `${pace.company} ${pace.host}`
      const before = told.get(name)
      if (now === null) {
        told.delete(name)
        continue
      }
      const quietUntil = at + now.quiet
      const isSame = before && isAbout(before.rate, now.rate) && isAbout(before.room, now.room)
      const isChanged = !isSame || quietUntil - before.quietUntil > 500
      if (!isChanged && at - before.at < heartbeat) continue
      told.set(name, { ...now, quietUntil, changedAt: isChanged ? at : before.changedAt, at })
      rows.push({ company: pace.company, host: pace.host, ...now, isChanged })
    }
    return rows
  }

  function hear(others: readonly OtherPace[], at: number) {
    const own = companies()
    const byPace = Map.groupBy(
      others.filter(({ company }) => own.has(company)),
      ({ company, host }) => `${company} ${host}`,
    )
    for (const pace of paces.all()) {
      const name = `${pace.company} ${pace.host}`
      // No other process sends to these hosts any longer, so this process has the whole rate.
      if (!byPace.has(name) && told.has(name)) pace.adopt(1, 0, null)
    }
    for (const [name, rows] of byPace) {
      const [{ company, host } = { company: '', host: '' }] = rows
      const pace = paces.of(company, host)
      const known = rows.filter((it) => it.isActive && it.room !== null).toSorted((a, b) => a.age - b.age)[0]
      const mine = told.get(name)
      const isNewer = known !== undefined && (mine === undefined || mine.rate === null || at - known.age > mine.changedAt)
      const active = rows.filter(({ isActive }) => isActive).length
      pace.adopt(active + 1, Math.max(...rows.map(({ quiet }) => quiet)), isNewer ? known : null)
      if (isNewer && mine) told.set(name, { ...mine, rate: known.rate, room: known.room, changedAt: at - known.age })
    }
  }

  async function share() {
    const at = performance.now()
    sharedAt = at
    const rows = news(at)
    if (rows.length > 0) await writePaces(db, owner, rows)
    hear(await otherPaces(db, owner), performance.now())
    if (at - cleanedAt < cleanEvery) return
    cleanedAt = at
    await forgetPaces(db, null)
  }

  return {
    share: async () => {
      if (performance.now() - sharedAt < pause) return
      sharing ??= share().finally(() => {
        sharing = null
      })
      await sharing
    },
    stop: async () => {
      await sharing?.catch(() => {})
      await forgetPaces(db, owner)
    },
  }
}
