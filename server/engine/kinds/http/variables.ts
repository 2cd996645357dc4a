/**
 * Named texts of one side. `{{name}}` is replaced by the text that was given for exactly this name, once and literally; whatever else stands in
 * braces is text like any other (threat T-EXPR).
 */
import type { NamedValue } from '#contract/connectors/config/config.ts'

export type Fill = (text: string) => string

const placeholder = /\{\{([^{}]+)\}\}/g

/** Puts the texts of a side in. The given texts are not looked through again. */
export function filler(variables: readonly NamedValue[] | undefined): Fill {
  const values = new Map((variables ?? []).flatMap(({ key, value, active }) => (active === false ? [] : [[key, value] as const])))
  if (values.size === 0) return (text) => text
  return (text) => text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole)
}

const inJson = /\\.|"|\{\{[^{}]+\}\}/gs

/** A text in which each name in braces was replaced by what `put` makes of it; `isText` says whether it stands in quotation marks. */
function replacedIn(text: string, put: (whole: string, isText: boolean) => string): string {
  let isText = false
  return text.replace(inJson, (whole) => {
    if (whole === '"') isText = !isText
    return whole.startsWith('{{') ? put(whole, isText) : whole
  })
}

/** Whether a text is an object or a list of JSON, whatever stands in the places of its variables. */
export function isJsonTemplate(text: string): boolean {
  try {
    const value: unknown = JSON.parse(replacedIn(text, (_, isText) => (isText ? '' : 'null')))
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** Likewise in a body. Where it is JSON, a text between quotation marks stays one text, whatever it holds; elsewhere it stands as it was written. */
export function fillBody(text: string, variables: readonly NamedValue[] | undefined): string {
  const fill = filler(variables)
  const filled = fill(text)
  if (filled === text || !isJsonTemplate(text)) return filled
  return replacedIn(text, (whole, isText) => {
    const value = fill(whole)
    return isText && value !== whole ? JSON.stringify(value).slice(1, -1) : value
  })
}

/** Likewise in the path and the query of an address. Nothing of it can move the request to another origin. */
export function fillUrl(address: string, fill: Fill): URL {
  const url = new URL(address)
  // The URL standard writes braces of a path as %7B and %7D.
  const path = url.pathname.replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}')
  const filled = path.replace(placeholder, (whole) => {
    const named = decoded(whole)
    const text = fill(named)
    return text === named ? whole : text
  })
  if (filled !== path) url.pathname = filled
  const queries = [...url.searchParams].map(([name, value]) => [name, fill(value)])
  // Written anew only when something stands in it: the standard form of an address is not everybody's.
  if (queries.some(([, value], at) => value !== [...url.searchParams.values()][at]))
    url.search = String(new URLSearchParams(queries))
  return url
}

/** Names with blanks or letters beyond ASCII are escaped in a path. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
