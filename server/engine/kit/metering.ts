/** What the steps of the runs measure about themselves. */
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
