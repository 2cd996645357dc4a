/** Whether the sandbox is open: the environment serves it, and the operator has not switched it off. */
import type { Kysely } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

/** Milliseconds that a look at the switch is believed. */
const knownFor = 3_000

export function createSandboxSwitch(db: Kysely<Tables>, isServed: boolean): () => Promise<boolean> {
  let known = { isOpen: isServed, until: 0 }
  return async () => {
    if (!isServed) return false
    const now = performance.now()
    if (known.until > now) return known.isOpen
    const { sandbox } = await db.selectFrom('installation').select('sandbox').executeTakeFirstOrThrow()
    known = { isOpen: sandbox, until: now + knownFor }
    return sandbox
  }
}
