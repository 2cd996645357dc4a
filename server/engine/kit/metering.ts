/** What the steps of the runs measure about themselves. */
import type { Destination, Source } from './kind.ts'

export const steps = ['source', 'enrichment', 'mapping', 'destination'] as const
export type Step = (typeof steps)[number]

/** One call of a step: a page that was read, an enrichment, an attempt to deliver; or records that were mapped together, each of them one. */
export type Measured = {
  readonly companyId: string
  readonly connectorId: string
  readonly step: Step
  /** Origin of the other side, e.g. `https://api.example.com`; null where there is none. */
  readonly host: string | null
  /** Milliseconds, of all of them together. */
  readonly duration: number
  readonly calls: number
  /** How many of them failed. */
  readonly errors: number
  readonly records: number
}

export type Meter = {
  readonly count: (it: Measured) => void
  /** Adds what was counted; safe to call at any time. Throws what the database throws; nothing is lost then. */
  readonly flush: () => Promise<void>
}

// What a run measures of its steps, told to the meter: each counts what it calls, the mapping records and the others requests.

/** One request: a page that was read, an enrichment, an attempt to deliver. Milliseconds. */
export type MeasureCall = (step: Exclude<Step, 'mapping'>, duration: number, failed: boolean, records: number) => void

export type Measure = {
  readonly call: MeasureCall
  /** Records that were mapped together, and how many of them failed in that. Milliseconds, of all of them. */
  readonly mapped: (duration: number, records: number, failed: number) => void
}

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }
type Sides = { readonly source: Pick<Source, 'host'>; readonly destination: Pick<Destination, 'host'> }

/** The measure of one run. */
export function createMeasure(meter: Meter, { companyId, connectorId }: ConnectorKey, { source, destination }: Sides): Measure {
  const of = { companyId, connectorId }
  return {
    call: (step, duration, failed, records) => {
      const host = step === 'destination' ? destination.host : step === 'source' ? (source.host ?? null) : null
      meter.count({ ...of, step, host, duration, calls: 1, errors: failed ? 1 : 0, records })
    },
    mapped: (duration, records, failed) => {
      if (records > 0) meter.count({ ...of, step: 'mapping', host: null, duration, calls: records, errors: failed, records })
    },
  }
}
