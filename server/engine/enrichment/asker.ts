/** Asks the third system of one enrichment: so many requests at once, with retries, and with a line of the ledger for each request. */
import { setTimeout as sleep } from 'node:timers/promises'

import { type ForeignAnswer, type Problem, problem } from '#contract/kit/problem.ts'
import type { RunWait } from '../../records/runs/next-run.repository.ts'
import { awayWait, retryStatus, waitBefore } from '../deliver/backoff.ts'
import type { LookupLine, Pace } from '../kit/enriching.ts'
import { SourceFault } from '../kit/kind.ts'
import type { Asking } from './answer.ts'

/** The part of an answer around its value. */
export type Around = { readonly status: number; readonly link?: string }

/** What is asked for at once. */
export type Question<T> = {
  readonly request: Asking
  readonly values: number
  readonly records: number
  /** Makes the result out of the value of an answer, and says whether records fail by it. Throws `AnswerFault`. */
  readonly read: (value: unknown, around: Around) => { readonly result: T; readonly isFound: boolean; readonly fails: boolean }
}

/** The answer is not what the configuration expects; asking again would not change that. */
export class AnswerFault extends Error {
  readonly code: 'lookup/no-list'

  constructor(code: 'lookup/no-list') {
    super(code)
    this.name = 'AnswerFault'
    this.code = code
  }
}

/** `isMade`: whether a request was made for it. */
export type Reply<T> = { readonly result: T } | { readonly problem: Problem; readonly isMade: boolean }

type Deps = {
  readonly enrichmentId: string
  /** What people call the third system. */
  readonly system: string
  readonly atOnce: number
  readonly pace: Pace
}

export type Asker = {
  /** Forgets that the third system failed, as far as that it may be asked again. Called before each page. */
  readonly begin: () => void
  /** Replies in the order of the questions. Throws `SourceFault` when the caller or the address is refused, and when `signal` is aborted. */
  readonly ask: <T>(questions: readonly Question<T>[], lines: LookupLine[], signal: AbortSignal) => Promise<Reply<T>[]>
}

/**
 * After so many enrichments in a row that failed with all their retries the others are asked once each. Where the system responds with errors, the
 * failures may be about their values, so a few more are asked before the others of the page are not.
 */
const failuresMax = 5
const checksMax = 3

export function createAsker({
  enrichmentId,
  system,
  atOnce,
  pace: { limits, tell, measure, shown = (value) => value },
}: Deps): Asker {
  let failures = 0
  let gaveUp: Problem | null = null
  /** Of `performance.now()`: the other side asked for a pause until then. */
  let notBefore = 0
  let hasTold = false
  /** When the first request failed, since one went well. */
  let since: Date | null = null
  let toldWait: RunWait['kind'] | null = null
  /** When a request last went well, of `performance.now()`; null: none did. */
  let tookAt: number | null = null
  /** Whether a request failed since that was made after it: only then is the system what fails, and not single values. */
  let isWhole = true

  function quiet() {
    if (hasTold) tell(null)
    hasTold = false
    since = null
    toldWait = null
    isWhole = false
    tookAt = performance.now()
  }

  function works() {
    failures = 0
    quiet()
  }

  async function askOne<T>(
    { request, values, records, read }: Question<T>,
    lines: LookupLine[],
    signal: AbortSignal,
  ): Promise<Reply<T>> {
    if (gaveUp) return { problem: gaveUp, isMade: false }
    const retries = failures < failuresMax ? limits.retries : 0
    const firstAt = performance.now()
    for (let retry = 1; ; retry += 1) {
      const held = notBefore - performance.now()
      if (held > 0) await sleep(Math.ceil(held) + 1, undefined, { signal })
      let startedAt = new Date()
      let begun = performance.now()
      const started = () => {
        startedAt = new Date()
        begun = performance.now()
      }
      const line = (
        outcome: LookupLine['outcome'],
        answer: ForeignAnswer | null,
        error: Problem | null,
        fails = error !== null,
      ) => {
        const of = { enrichmentId, asked: request.asked, outcome, values, records }
        lines.push({ ...of, startedAt, endedAt: new Date(), answer, error })
        measure?.(performance.now() - begun, fails, records)
      }
      const it = await request.send(signal, started)
      if (it.kind === 'value') {
        works()
        try {
          const around = { status: it.answer.status, ...(it.link === undefined ? {} : { link: it.link }) }
          const { result, isFound, fails } = read(shown(it.value), around)
          line(isFound ? 'found' : 'not-found', it.answer, null, fails)
          return { result }
        } catch (thrown) {
          if (!(thrown instanceof AnswerFault)) throw thrown
          const fault = problem(thrown.code, { answer: it.answer })
          line('failed', it.answer, fault)
          return { problem: fault, isMade: true }
        }
      }
      if (it.isOurs === true) {
        retry -= 1
        continue
      }
      line('failed', it.problem.answer ?? null, it.problem)
      if (it.stops) throw new SourceFault(it.problem, false)
      if (!it.retry) {
        works()
        return { problem: it.problem, isMade: true }
      }
      if (retry > retries) {
        failures += 1
        if (failures >= failuresMax + (it.problem.answer ? checksMax : 0)) gaveUp = it.problem
        return { problem: it.problem, isMade: true }
      }
      const wait = waitBefore(retry, limits, it.problem.retryAfter, Math.random())
      if (it.problem.retryAfter !== undefined) notBefore = Math.max(notBefore, performance.now() + wait)
      since ??= new Date()
      isWhole ||= tookAt === null || firstAt > tookAt
      const waiting = awayWait('enrichment', system, { why: it.problem, since, retry, wait, isDelayed: !isWhole })
      if (!hasTold || (waiting !== null && waiting.kind !== toldWait))
        tell({ ...retryStatus('enrichment system', it.problem, retry, retries, wait), waiting })
      hasTold = true
      toldWait = waiting?.kind ?? toldWait
      await sleep(wait, undefined, { signal })
    }
  }

  return {
    begin: () => {
      gaveUp = null
    },
    ask: async <T>(questions: readonly Question<T>[], lines: LookupLine[], signal: AbortSignal) => {
      const stop = new AbortController()
      const either = AbortSignal.any([signal, stop.signal])
      const replies: Reply<T>[] = []
      const rest = questions.entries()
      const worker = async () => {
        for (const [at, question] of rest) replies[at] = await askOne(question, lines, either)
      }
      const workers = Array.from({ length: Math.min(atOnce, questions.length) }, () =>
        worker().catch((thrown: unknown) => {
          stop.abort(thrown)
        }),
      )
      await Promise.all(workers)
      quiet()
      either.throwIfAborted()
      return replies
    },
  }
}
