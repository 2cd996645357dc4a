/** A connection whose driver runs in a thread: what is asked goes there, and rows come back in batches. */

import type { Tools } from '#server/engine/kit/kind.ts'
import type { SocketPlace } from '#server/outbound/sockets.ts'
import type { Column, Raw, Rows, Session, Side } from '../driver.ts'
import { faultOfConnecting } from '../faults.ts'
import { cloneable, type Engine, type Field, type Purpose, type Results, uncloned } from './orders.ts'
import { type Link, takeLink } from './threads.ts'

const rowsOf = ({ rows, hasBytes }: Pick<Results['ask'], 'rows' | 'hasBytes'>): readonly (readonly Raw[])[] =>
  hasBytes ? rows.map(uncloned) : (rows as readonly (readonly Raw[])[])

/** The next batch is on its way while one is taken. */
function rowsFrom(link: Link, first: Results['stream'], columns: readonly Column[]): Rows {
  let rows = rowsOf(first)
  let isOver = first.isOver
  let at = 0
  let coming: Promise<Results['more']> | null = null

  function askOn(): void {
    if (isOver) return
    coming = link.call('more', { do: 'more' })
    // Told to whoever takes the next row.
    coming.catch(() => {})
  }

  askOn()
  return {
    columns,
    next: async () => {
      while (at >= rows.length && coming) {
        const batch: Results['more'] = await coming
        coming = null
        rows = rowsOf(batch)
        isOver = batch.isOver
        at = 0
        askOn()
      }
      const row = rows[at] ?? null
      at += 1
      return row
    },
  }
}

/** Where a connection may be opened to, and what ends the watch over that. Throws `DatabaseFault`. */
async function permitted(
  outbound: Tools['outbound'],
  to: { readonly host: string; readonly port: number },
  cut: () => void,
): Promise<readonly [() => void, SocketPlace]> {
  let unwatch = () => {}
  try {
    unwatch = await outbound.watch(to, cut)
    return [unwatch, await outbound.place(to)]
  } catch (thrown) {
    unwatch()
    throw faultOfConnecting(thrown)
  }
}

/** Opens a connection in a thread, to where the guard lets it go. Throws `DatabaseFault`. */
export async function openSession(
  side: Side,
  outbound: Tools['outbound'],
  purpose: Purpose,
  engine: Engine,
  columnOf: (field: Field) => Column,
): Promise<Session> {
  const { masked: _, origin, ...account } = side
  const to = { host: side.host, port: side.port }
  let cut = () => {}
  // Watched before it is asked for, so that a permission that goes meanwhile is not missed.
  const [unwatch, place] = await permitted(outbound, to, () => cut())
  const link = takeLink(place.party, place.via ? `${origin} by ${place.via.gateway.id}` : origin)
  cut = link.cut
  try {
    await link.call('open', { do: 'open', engine, account, place, purpose })
  } catch (thrown) {
    unwatch()
    link.cut()
    throw thrown
  }
  return {
    ask: async (sql, values = []) => {
      const answer = await link.call('ask', { do: 'ask', sql, values: cloneable(values) })
      return { rows: rowsOf(answer), affected: answer.affected, warnings: answer.warnings }
    },
    stream: async (sql, values) => {
      const first = await link.call('stream', { do: 'stream', sql, values: cloneable(values) })
      return rowsFrom(link, first, first.fields.map(columnOf))
    },
    columns: async (sql) => (await link.call('describe', { do: 'describe', sql })).map(columnOf),
    isLost: link.isLost,
    cut: () => {
      unwatch()
      link.cut()
    },
    end: () => {
      unwatch()
      return link.end()
    },
  }
}
