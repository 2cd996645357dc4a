/** Erases payloads of connectors that keep none: what they kept before, and what a crash left. In every process; each step is made once. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import { forgetLeft } from '#server/engine/outbox/sealed-pages.repository.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import { eraseNext, listErasures } from './payload-erasure.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly log: Pick<Logger, 'warn'> }

/** Milliseconds. */
const pause = 10_000
/** Steps for one connector before the others have their turn. */
const stepsMax = 50

export async function erasePayloads(db: Kysely<Tables>): Promise<void> {
  await forgetLeft(db)
  for (const whose of await listErasures(db))
    for (let step = 0; step < stepsMax && (await inOneCommit(db, (tx) => eraseNext(tx, whose))); step += 1);
}

/** @returns what ends it, and waits for what is under way. */
export const startPayloadErasure = ({ db, log }: Deps): (() => Promise<void>) =>
  repeatedly(
    pause,
    () => erasePayloads(db),
    (thrown) => log.warn({ err: thrown }, 'payloads could not be erased, will retry'),
  )
