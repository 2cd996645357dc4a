/** What is to be replayed, as somebody says it, and what is wrong with it. `studio-account-settings.md` section 5. */
import {
  type ReplayForm,
  type ReplaySource,
  type ReplayTimeframe,
  replayCountDefault,
  replayCountMax,
  replayDelayMax,
  replayDelayStep,
  replaySources,
  replayTimeframes,
} from '#contract/studio/replay.ts'
import { readExamples } from '../../builder/systems/record-shape.ts'
import type { ReplayChosen } from '../../studio/retry/retry.machine.ts'

/** The empty text: nothing is chosen. */
export type ReplayChoices = { readonly source: ReplaySource | ''; readonly timeframe: ReplayTimeframe | '' }
export type ReplayField = 'count' | 'delay' | 'records'
export type ReplayWritten = ReplayChoices &
  Readonly<Record<ReplayField, string>> & {
    /** Of the source `sample`: which of the examples that the connector keeps; null is the newest record of the ledger. */
    readonly example: number | null
  }

export type ReplayFault = 'missing' | 'range' | 'many' | 'tooLarge' | 'notJson' | 'noRecord'
export type ReplayFaults = Readonly<Partial<Record<keyof ReplayWritten, ReplayFault>>>

export const blankReplay: ReplayWritten = {
  source: 'live',
  timeframe: 'latest',
  count: String(replayCountDefault),
  delay: '0',
  records: '',
  example: null,
}

/** What a plan is asked with; the time that the studio looks at is known where the port is filled. */
export type ReplayOrder =
  | { readonly kind: 'form'; readonly form: Omit<ReplayForm, 'startDate' | 'endDate'> }
  | { readonly kind: 'chosen'; readonly chosen: ReplayChosen; readonly delay: number }

const isWhole = (text: string) => /^\d{1,9}$/.test(text)

function countFault(text: string): ReplayFault | null {
  if (text === '') return 'missing'
  return isWhole(text) && Number(text) >= 1 && Number(text) <= replayCountMax ? null : 'range'
}

function delayFault(text: string): ReplayFault | null {
  if (text === '') return 'missing'
  return isWhole(text) && Number(text) <= replayDelayMax && Number(text) % replayDelayStep === 0 ? null : 'range'
}

/** Bytes from which on records are refused: the server takes a body of 1 MiB, and the rest of what is asked for needs room too. */
const recordsTooLarge = 1_000_000

/** In UTF-8; short texts are not counted sign by sign. */
const isTooLarge = (text: string) =>
  text.length >= recordsTooLarge ||
  (text.length * 3 >= recordsTooLarge && new TextEncoder().encode(text).length >= recordsTooLarge)

function recordsFault({ source, records }: ReplayWritten): ReplayFault | null {
  if (source !== 'custom') return null
  if (isTooLarge(records)) return 'tooLarge'
  const read = readExamples(records)
  if ('examples' in read) return read.examples.length > replayCountMax ? 'many' : null
  return read.fault === 'empty' ? 'missing' : read.fault
}

/** Everything that is wrong or missing; empty when it can be asked for. Of what was chosen elsewhere only the delay is asked. */
export function faultsIn(written: ReplayWritten, chosen: ReplayChosen | null): ReplayFaults {
  const delay = delayFault(written.delay.trim())
  const found: readonly (readonly [keyof ReplayWritten, ReplayFault | null])[] =
    chosen === null
      ? [
          ['source', written.source === '' ? 'missing' : null],
          ['timeframe', written.timeframe === '' ? 'missing' : null],
          ['count', countFault(written.count.trim())],
          ['delay', delay],
          ['records', recordsFault(written)],
        ]
      : [['delay', delay]]
  return Object.fromEntries(found.filter(([, fault]) => fault !== null))
}

/** Whether it needs transactions: what somebody writes does not, and of what was chosen there are some. */
export const isOfLedger = (written: ReplayWritten, chosen: ReplayChosen | null) => chosen === null && written.source !== 'custom'

/** Of what fits. */
export function orderOf(written: ReplayWritten, chosen: ReplayChosen | null, examples: readonly unknown[]): ReplayOrder {
  const delay = Number(written.delay)
  if (chosen !== null) return { kind: 'chosen', chosen, delay }
  const source = written.source === '' ? 'live' : written.source
  const timeframe = written.timeframe === '' ? 'latest' : written.timeframe
  const form = { source, timeframe, count: Number(written.count), delay }
  if (source === 'custom') {
    const read = readExamples(written.records)
    return { kind: 'form', form: { ...form, records: 'examples' in read ? [...read.examples] : [] } }
  }
  const example = source === 'sample' && written.example !== null ? examples[written.example] : undefined
  return { kind: 'form', form: example === undefined ? form : { ...form, sampleData: example } }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isOneOf = (messages: readonly string[], value: unknown) => value === '' || messages.some((word) => word === value)

/** Total: what a tab kept, whatever it is; null when it is not what was written. */
export function writtenIn(kept: unknown): ReplayWritten | null {
  if (!isObject(kept)) return null
  const { source, timeframe, count, delay, records, example } = kept
  const areTexts = [count, delay, records].every((text) => typeof text === 'string')
  const isExample = example === null || Number.isInteger(example)
  const isKnown = areTexts && isExample && isOneOf(replaySources, source) && isOneOf(replayTimeframes, timeframe)
  return isKnown ? ({ source, timeframe, count, delay, records, example } as ReplayWritten) : null
}
