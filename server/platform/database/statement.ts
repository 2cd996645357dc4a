/**
 * Statements that every page of a run takes. Kysely walks through a template each time it is executed, which costs more than some of these
 * statements do; here the text is put together once, and only values may stand in it.
 */
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely'

import type { Tables } from './tables/tables.ts'

const texts = new WeakMap<TemplateStringsArray, string>()

function textOf(parts: TemplateStringsArray): string {
  const known = texts.get(parts)
  if (known !== undefined) return known
  const text = parts.reduce((before, part, at) => (at === 0 ? part : `${before}$${at}${part}`), '')
  texts.set(parts, text)
  return text
}

/** A tag for templates of SQL: `statement<Row>(db)`select … ${value}``. */
export const statement =
  <Row>(db: Kysely<Tables>) =>
  (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<QueryResult<Row>> =>
    db.executeQuery<Row>(CompiledQuery.raw(textOf(parts), [...values]))
