/** What templates are searched for, and how it stands in the address of the page. */

export type TemplateQuery = {
  readonly search: string
  /** Null: of every category. */
  readonly category: string | null
  /** The system that records come from, by name; null: any. */
  readonly from: string | null
  readonly to: string | null
  /** Counted from 1. */
  readonly page: number
}

export const blankQuery: TemplateQuery = { search: '', category: null, from: null, to: null, page: 1 }

export const templateNames = ['q', 'category', 'from', 'to', 'page'] as const
export type TemplatePlace = Readonly<Record<(typeof templateNames)[number], string | null>>

/** Longest that the server takes. */
const searchMax = 128
const categoryMax = 64
const systemMax = 255
const pageMax = 10_000

const named = (text: string | null, max: number) => (text === null || text === '' || text.length > max ? null : text)

/** Total: what the server would refuse is as if it were not there. */
export const queryIn = ({ q, category, from, to, page }: TemplatePlace): TemplateQuery => ({
  search: (q ?? '').slice(0, searchMax),
  category: named(category, categoryMax),
  from: named(from, systemMax),
  to: named(to, systemMax),
  page: Math.min(pageMax, Math.max(1, Number.parseInt(page ?? '1', 10) || 1)),
})

export const placeOf = ({ search, category, from, to, page }: TemplateQuery): TemplatePlace => ({
  q: search === '' ? null : search,
  category,
  from,
  to,
  page: page === 1 ? null : String(page),
})

/** Whether something is left out. */
export const isNarrowed = ({ search, category, from, to }: TemplateQuery) =>
  search.trim() !== '' || category !== null || from !== null || to !== null
