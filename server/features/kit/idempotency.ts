/** A POST that is repeated with its `Idempotency-Key` gets the first answer again; nothing is made twice. `decisions.md` section 4. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v5 } from 'uuid'

import { type Problem, problem, refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { findFirstAnswer, giveKeyBack, keepAnswer, takeKey } from './idempotency-keys.repository.ts'

/** What leaves: a status and the exact text of the body. */
export type Answer = { readonly status: number; readonly text: string; readonly isRepeated: boolean }

type Made = { readonly status: number; readonly text: string }

export type Repeatable = {
  readonly caller: Caller
  readonly key: string
  /** Method and path. */
  readonly route: string
  readonly body: unknown
}

const keyPattern = /^[\x20-\x7e]{1,255}$/
/** Milliseconds. */
const inProgressPause = 1_000

/** The key of a request; undefined when it carries none. @throws `request/malformed`. */
export function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && keyPattern.test(header)) return header
  const message = 'must be 1 to 255 printable characters'
  throw refusal('request/malformed', { errors: [{ path: '/headers/idempotency-key', message }] })
}

/** Whether the answer to a failed request would be another one later. Then it is not kept. */
const isPassing = ({ status, retryable }: Problem) => retryable || status >= 500 || status === 429

/**
 * Does the work of a request at most once.
 * @param work answers with status and text, and throws what it cannot do. It is given the id of what it makes, which follows from key and
 * request: a repetition whose first answer was lost in a crash finds the same thing and makes no second one.
 * @param fail turns what was thrown into a problem.
 */
export async function once(
  db: Kysely<Tables>,
  it: Repeatable,
  work: (newId: string) => Promise<Made>,
  fail: (thrown: unknown) => Problem,
): Promise<Answer> {
  const { caller } = it
  // An API key has keys of its own beside those of its owner.
  const key = caller.kind === 'key' ? `${caller.keyId} ${it.key}` : it.key
  const of = { companyId: caller.companyId, userId: caller.userId, key }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([it.route, it.body ?? null]))
    .digest('hex')
  if (!(await takeKey(db, { ...of, route: it.route, requestHash }))) return repeated(db, of, requestHash)
  let made: Made
  try {
    made = await work(v5(`${key} ${requestHash}`, caller.userId))
  } catch (thrown) {
    const failed = fail(thrown)
    if (isPassing(failed)) await giveKeyBack(db, of)
    else await keepAnswer(db, of, { status: failed.status, answer: JSON.stringify(failed) })
    throw thrown
  }
  // Outside: when only this fails the work is done, and the key is not free.
  await keepAnswer(db, of, { status: made.status, answer: made.text })
  return { ...made, isRepeated: false }
}

async function repeated(
  db: Kysely<Tables>,
  of: { readonly companyId: string; readonly userId: string; readonly key: string },
  requestHash: string,
): Promise<Answer> {
  const first = await findFirstAnswer(db, of)
  if (first && first.requestHash !== requestHash) throw refusal('request/key-reused')
  if (!first || first.status === null || first.answer === null) {
    throw refusal('request/in-progress', { retryAfter: inProgressPause })
  }
  return { status: first.status, text: first.answer, isRepeated: true }
}

/** A kept answer of an error status is a problem. */
export const isProblemStatus = (status: number): boolean => status >= 400

export const asProblem = (text: string): Problem => ({ ...problem('bug/unexpected'), ...(JSON.parse(text) as Problem) })
