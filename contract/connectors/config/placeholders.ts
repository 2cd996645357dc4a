/**
 * Names in double braces, `{{name}}`: texts of a side that stand in its address, queries, headers and body. The value of a name comes from the
 * side's variables or, where it is built in, from the engine. A name without a value keeps a configuration from being deployed.
 */

/** The one list of names that a run gives a value to by itself: of a source that reads only what changed, by how it knows that. */
export const incrementalNames = { field: 'cursor', runStart: 'lastRunStartedAt' } as const

/** Where the time ends that a run by a field reads: now, or the end of its window where the source is read in parts. */
export const cursorEndName = 'cursorEnd'

type Texts = {
  readonly url?: string
  readonly headers?: readonly { readonly value: string; readonly active?: boolean }[]
  readonly queries?: Texts['headers']
  readonly body?: { readonly rawContent: string }
}

/** Whether a text of the request of a side holds a placeholder. */
export function sideUses({ url, headers, queries, body }: Texts, name: string): boolean {
  const given = [...(headers ?? []), ...(queries ?? [])].filter(({ active }) => active !== false)
  const texts = [url ?? '', body?.rawContent ?? '', ...given.map(({ value }) => value)]
  return texts.some((text) => text.includes(`{{${name}}}`))
}

const placeholder = /\{\{([^{}]+)\}\}/g

/** `{name}` as the URL standard writes it in a path, and not `{{name}}`: where the URL of an enrichment or a destination takes a value of the record. */
export const placeInPath = /%7B([\w.-]+)%7D(?!%7D)/g

/** The names that stand in single braces in the path of an address; none where it is no address. */
export const namesInPath = (address: string): string[] =>
  URL.canParse(address) ? [...new URL(address).pathname.matchAll(placeInPath)].map(([, name = '']) => name) : []

/** The names that stand in a text, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
]

/** The same of an address, in which braces and names may be escaped. */
export function placeholdersInAddress(address: string): string[] {
  try {
    return placeholdersIn(decodeURIComponent(address))
  } catch {
    return placeholdersIn(address.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}'))
  }
}
