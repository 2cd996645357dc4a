/** Tells the other processes of the same PostgreSQL what changed here, and hears it from them. An embedded database has one process and needs none. */
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { Change } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Gathered } from './gathering.ts'

const channel = 'datacrane_live'
/** Connectors in one message: PostgreSQL takes 8,000 bytes. */
const messageMax = 60

type Line = readonly [companyId: string, id: string, ...what: Change['what'][]]
type Message = { readonly from: string; readonly lines: readonly Line[] }

export type Wire = {
  readonly send: (gathered: readonly Gathered[]) => void
  readonly close: () => Promise<void>
}

type Hearing = {
  readonly heard: (gathered: readonly Gathered[]) => void
  /** For a while nothing could be heard. */
  readonly deaf: () => void
  readonly fault: (thrown: unknown) => void
}

/** @param isListening false in a process that nobody reads from. */
export function createWire({ db, listen }: Database, isListening: boolean, { heard, deaf, fault }: Hearing): Wire {
  if (!listen) return { send: () => {}, close: async () => {} }
  const own = newId()
  let sending: Promise<unknown> = Promise.resolve()
  const listening = isListening
    ? listen(channel, {
        heard: (text) => {
          const { from, lines }: Message = JSON.parse(text)
          if (from === own) return
          heard(lines.map(([companyId, id, ...what]) => ({ companyId, id, what: new Set(what) })))
        },
        back: deaf,
        fault,
      })
    : null
  return {
    send: (gathered) => {
      sending = sending.then(() => notify(db, own, gathered)).catch(fault)
    },
    close: async () => {
      await sending
      await listening?.close()
    },
  }
}

async function notify(db: Kysely<Tables>, from: string, gathered: readonly Gathered[]): Promise<void> {
  const messages: string[] = []
  for (let at = 0; at < gathered.length; at += messageMax) {
    const lines = gathered.slice(at, at + messageMax).map(({ companyId, id, what }): Line => [companyId, id, ...what])
    messages.push(JSON.stringify({ from, lines } satisfies Message))
  }
  if (messages.length > 0) await sql`select pg_notify(${channel}, text) from unnest(${messages}::text[]) as text`.execute(db)
}
