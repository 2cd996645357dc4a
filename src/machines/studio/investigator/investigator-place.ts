/** What is searched for, and how it stands in the address of the page. */

import { type RecordOrder, recordOrders, searchMax } from '#contract/connectors/runs/record-file.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { investigationPageSizes } from '#contract/studio/investigation.ts'
import { destinationIn } from '../../connectors/runs/destination-choice.ts'

export type PageSize = (typeof investigationPageSizes)[number]

export type InvestigatorQuery = {
  readonly search: string
  /** Null: however they ended. */
  readonly status: Transaction['status'] | null
  /** The number of a destination; null: of all. */
  readonly destination: number | null
  readonly order: RecordOrder
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: PageSize
  /** The transaction whose card is open. */
  readonly open: string | null
}

export const blankQuery: InvestigatorQuery = {
  search: '',
  status: null,
  destination: null,
  order: 'newest',
  page: 1,
  pageSize: 10,
  open: null,
}

/** The parts of the address; null is what stands there when nothing is said. */
export const investigatorNames = ['q', 'status', 'destination', 'order', 'page', 'size', 'open'] as const
export type InvestigatorPlace = Readonly<Record<(typeof investigatorNames)[number], string | null>>

const statuses = ['success', 'failure', 'pending', 'skipped', 'left-out'] as const
const pageMax = 1_000_000

/** Total: what is none of the words is as if it were not there. */
export function queryIn({ q, status, destination, order, page, size, open }: InvestigatorPlace): InvestigatorQuery {
  return {
    search: (q ?? '').slice(0, searchMax),
    status: statuses.find((it) => it === status) ?? null,
    destination: destinationIn(destination),
    order: recordOrders.find((it) => it === order) ?? blankQuery.order,
    page: Math.min(pageMax, Math.max(1, Number.parseInt(page ?? '1', 10) || 1)),
    pageSize: investigationPageSizes.find((it) => String(it) === size) ?? blankQuery.pageSize,
    open,
  }
}

export const placeOf = ({ search, status, destination, order, page, pageSize, open }: InvestigatorQuery): InvestigatorPlace => ({
  q: search === '' ? null : search,
  status,
  destination: destination === null ? null : String(destination),
  order: order === blankQuery.order ? null : order,
  page: page === 1 ? null : String(page),
  size: pageSize === blankQuery.pageSize ? null : String(pageSize),
  open,
})

/** What of a question changes: another question begins with its first page and closes the card, unless these are what changes. */
export const changed = (query: InvestigatorQuery, change: Partial<InvestigatorQuery>): InvestigatorQuery =>
  Object.keys(change).every((name) => name === 'open') ? { ...query, ...change } : { ...query, page: 1, open: null, ...change }
