/** Who holds a run or a part of it, and which page numbers and positions are a part's own. */

/** `runEpoch`: of the run's row, since it was handed over to its parts. */
export type PartOf = { readonly run: string; readonly number: number; readonly runEpoch: number }

/** Pages and records of one part; the limits of a run are below both. */
const pagesOfPart = 100_000
const recordsOfPart = 10_000_000

/** No page of any run has a higher number. */
export const pagesMax = 2_147_483_647

/** The page numbers and positions before those of a part; parts are counted from 1. */
export const partBand = (number: number) => ({
  page: (number - 1) * pagesOfPart,
  record: (number - 1) * recordsOfPart,
})

/** The pages of a part, or of a whole run: those above `after` and up to `until`. */
export const pagesOf = (part: PartOf | null | undefined) => {
  if (!part) return { after: 0, until: pagesMax }
  const { page } = partBand(part.number)
  return { after: page, until: page + pagesOfPart }
}

/** A run, or a part of it, as its owner holds it. */
export type Lease = {
  readonly id: string
  readonly companyId: string
  readonly connectorId: string
  readonly owner: string
  readonly epoch: number
  /** Absent or null: the whole run. */
  readonly part?: PartOf | null
}
