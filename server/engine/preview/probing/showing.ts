/** A dry run as a person may see it: no more than a page can show. Secrets were taken out of what the systems returned before it was mapped. */
import type { DryRun } from '#contract/builder/dry-run.ts'
import { type Exchange, shownBytes } from '#contract/builder/probe.ts'

/** Bytes of all records and deliveries together, as far as they share them out evenly. */
const wholeMax = 4 * 1024 * 1024

/** A cut within a character must leave nothing of it. */
const beginning = (text: string, bytes: number) =>
  Buffer.byteLength(text) <= bytes
    ? text
    : Buffer.from(text)
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\ufffd{1,3}$/, '')

function shownValue(value: unknown, bytes: number): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return Buffer.byteLength(text) <= bytes ? value : beginning(text, bytes)
}

/** Records and outputs of more than `shownBytes` are shown as the beginning of their text. */
export function shownDryRun({
  records,
  deliveries,
  message,
  problem,
  exchanges,
}: DryRun & { readonly exchanges: Exchange[] }): DryRun {
  const bytes = Math.min(shownBytes, Math.floor(wholeMax / Math.max(1, 2 * records.length + deliveries.length)))
  return {
    records: records.map(({ record, output, ...rest }) => ({
      ...rest,
      record: shownValue(record, bytes),
      ...(output === undefined ? {} : { output: shownValue(output, bytes) }),
    })),
    deliveries: deliveries.map(({ beside, ...it }) => ({
      ...it,
      body: beginning(it.body, bytes),
      ...(beside === undefined ? {} : { beside: beside.map((other) => ({ ...other, body: beginning(other.body, bytes) })) }),
    })),
    exchanges,
    message,
    problem,
  }
}
