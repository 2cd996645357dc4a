/** Values of a record in the URL and the headers of a request: each encoded for its place, or refused. Destinations and enrichments share it. */
import { placeInPath } from '#contract/connectors/config/placeholders.ts'
import { headerFault } from '#server/outbound/headers.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'

export type ValuePlace = { readonly in: 'path' | 'query' | 'header' | 'body'; readonly name: string }

/** Characters that one value may take up in a URL or a header: what servers and proxies commonly accept. */
export const addressTextMax = 4_000

/** Servers, proxies and the URL standard take these for a way up, whatever is around them. */
const leadsUp = (text: string) => text.split(/[/\\]/).some((part) => part === '.' || part === '..')

/** What a value does that leads to another URL than the one that is configured. */
export const wouldChangePath = 'would change the URL path'

/** Why a value is not allowed at its place: the rest of a sentence after "the value …"; null where it is allowed. */
export function valueFault({ in: place, name }: ValuePlace, value: unknown): string | null {
  const text = scalarText(value)
  if (text === null) return "isn't text, a number or true/false"
  if (place === 'body') return null
  if (text.length > addressTextMax) return `is longer than ${addressTextMax} characters`
  if (place === 'header') return headerFault(name, text) === null ? null : 'contains characters that are not allowed in headers'
  if (!text.isWellFormed()) return 'contains an invalid character'
  // Servers trim blanks, and `/customers/ ` would be all of them.
  if (place === 'path' && text.trim() === '') return 'is empty'
  return place === 'path' && leadsUp(text) ? wouldChangePath : null
}

/** Fills the names of a path. At once, so that what one value contains is not read as the place of another. @param values encoded. */
export function fillPath(url: URL, values: ReadonlyMap<string, string>): void {
  url.pathname = url.pathname.replace(placeInPath, (whole, place: string) => values.get(place) ?? whole)
}

const depthOf = ({ pathname }: URL) => pathname.split('/').length

/** Whether the values moved a URL to another folder than its template. */
export const leavesFolder = (url: URL, template: URL): boolean =>
  depthOf(url) !== depthOf(template) || url.origin !== template.origin
