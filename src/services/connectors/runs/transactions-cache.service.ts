/** What this tab keeps of transactions: one page of each connector, for a quarter of an hour. A sign-out, or somebody else who signs in, empties the tab. */
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { Transaction } from '#contract/connectors/runs/transaction.ts'
import { Count, Instant } from '#contract/kit/schemas.ts'

const prefix = 'transactions:'
/** Connectors of which a page is kept. */
const connectorsMax = 8
/** Characters of one page. */
const lengthMax = 300_000

/** What was delivered and what others answered is not kept: it may be secret, and it is large. */
const { payload: _, payloadLeftOut: __, ...keptProperties } = Transaction.properties
const CacheEntry = Type.Object({
  query: Type.String(),
  mark: Type.String(),
  readAt: Instant,
  total: Count,
  items: Type.Array(Type.Object(keptProperties)),
  /** Milliseconds since 1970. */
  keptAt: Type.Integer(),
})
type CacheEntry = Static<typeof CacheEntry>

type Page = { readonly items: readonly Transaction[]; readonly total: number; readonly readAt: string; readonly mark: string }
/** Of a connector; `text` names the range, the page and the filters. */
type Place = { readonly connectorId: string; readonly text: string }

function withoutSecrets({ payload, payloadLeftOut, error, ...rest }: Transaction): CacheEntry['items'][number] {
  if (error === null) return { ...rest, error }
  const { answer: _answer, ...told } = error
  return { ...rest, error: told }
}

const entryIn = (key: string): CacheEntry | null => {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  return Check(CacheEntry, kept) ? (kept as CacheEntry) : null
}

/**
 * The page that this tab kept of just this question, with its age in milliseconds; null when there is none or the browser keeps nothing.
 * What somebody else wrote there is none.
 */
export function readCachedPage({ connectorId, text }: Place, now: number): { readonly page: Page; readonly age: number } | null {
  try {
    const entry = entryIn(prefix + connectorId)
    if (entry === null || entry.query !== text) return null
    const { mark, readAt, total } = entry
    const items = entry.items.map((item) => ({ ...item, payload: undefined }))
    return { page: { items, total, readAt, mark }, age: Math.max(0, now - entry.keptAt) }
  } catch {
    return null
  }
}

/** Takes the place of what was kept of the connector. Storage that is full or forbidden costs the next visit a reading, not this one. */
export function keepPage({ connectorId, text }: Place, page: Page, now: number): void {
  try {
    const { items, total, readAt, mark } = page
    const entry: CacheEntry = { query: text, mark, readAt, total, items: items.map(withoutSecrets), keptAt: now }
    const written = JSON.stringify(entry)
    sessionStorage.removeItem(prefix + connectorId)
    if (written.length > lengthMax) return
    makeRoom()
    sessionStorage.setItem(prefix + connectorId, written)
  } catch {
    // It is on the page all the same.
  }
}

/** The connectors that were looked at longest ago go. */
function makeRoom(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  const ages = keys.map((key) => ({ key, keptAt: entryIn(key)?.keptAt ?? 0 }))
  const oldest = ages.toSorted((a, b) => b.keptAt - a.keptAt).slice(connectorsMax - 1)
  for (const { key } of oldest) sessionStorage.removeItem(key)
}
