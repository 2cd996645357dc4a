/** A dry run as a person may see it: secrets masked, and no more than a page can show. */
import type { DryRun } from '../../../contract/dry-run.ts'
import { type Exchange, shownBytes } from '../../../contract/probe.ts'
import type { Problem } from '../../../contract/problem.ts'
import { maskedDeep } from './looking.ts'

type Masked = (text: string) => string

/** Bytes of all records and deliveries together, as far as they share them out evenly. */
const wholeMax = 4 * 1024 * 1024

/** A cut within a character must leave nothing of it. */
const beginning = (text: string, bytes: number) =>
  Buffer.byteLength(text) <= bytes
    ? text
    : Buffer.from(text)
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\ufffd+$/, '')

function shownValue(value: unknown, bytes: number, masked: Masked): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return Buffer.byteLength(text) <= bytes ? maskedDeep(value, masked) : masked(beginning(text, bytes))
}

function shownProblem(it: Problem, masked: Masked): Problem {
  const message = masked(it.message)
  const errors = it.errors?.map((error) => ({ ...error, message: masked(error.message) }))
  return { ...it, message, detail: message, ...(errors ? { errors } : {}) }
}

/** Records and outputs of more than `shownBytes` are shown as the beginning of their text. */
export function shownDryRun(
  { records, deliveries, message, problem, exchanges }: DryRun & { readonly exchanges: Exchange[] },
  masked: Masked,
): DryRun {
  const bytes = Math.min(shownBytes, Math.floor(wholeMax / Math.max(1, 2 * records.length + deliveries.length)))
  return {
    records: records.map(({ key, record, output, problem: of, ...rest }) => ({
      ...rest,
      key: masked(key),
      record: shownValue(record, bytes, masked),
      ...(output === undefined ? {} : { output: shownValue(output, bytes, masked) }),
      problem: of && shownProblem(of, masked),
    })),
    deliveries: deliveries.map((it) => ({ ...it, body: masked(beginning(it.body, bytes)) })),
    exchanges,
    message: masked(message),
    problem: problem && shownProblem(problem, masked),
  }
}
