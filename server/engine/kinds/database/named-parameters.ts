/** Parameters that stand as `:name` in a query or a statement. Their values are carried apart from it and never become a part of its text. */
import { isRaw, scalarText } from '#server/platform/json/raw-json.ts'
import { type Dialect, parameter, type Raw } from './driver.ts'
import { piecesOf } from './query-text.ts'

/** `:name` outside of texts, quoted names and comments, and not the `::type` of PostgreSQL. */
const named = /(?<![:\w]):([a-z_]\w*)/gi

/** The names that stand as `:name` in a query. */
export function namesInQuery(query: string): string[] {
  const bare = piecesOf(query).filter(({ kind }) => kind === 'bare')
  return bare.flatMap(({ text }) => [...text.matchAll(named)].flatMap(([, name]) => name ?? []))
}

/** A query or statement as the driver takes it, and the values in their order. A parameter with several values stands for all of them. */
export function bound(
  query: string,
  values: ReadonlyMap<string, readonly Raw[]>,
): { readonly sql: string; readonly values: Raw[] } {
  const all: Raw[] = []
  const filled = (text: string) =>
    text.replace(named, (whole, name: string) => {
      const given = values.get(name)
      if (!given) return whole
      all.push(...given)
      return given.map(() => parameter).join(', ')
    })
  const sql = piecesOf(query).map(({ kind, text }) => (kind === 'bare' ? filled(text) : text))
  return { sql: sql.join(''), values: all }
}

/** A value as the driver carries it; null when the database would compare it inexactly. */
export function rawOf(value: unknown, { name }: Dialect): Raw {
  if (name === 'PostgreSQL') return scalarText(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : isRaw(value) ? null : scalarText(value)
}
