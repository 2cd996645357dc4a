/** Texts in which paths into a JSON value stand in braces, such as `PUT https://crm.example.com/customers/{id}`. */
import { parsePath, valueAt } from './path.ts'
import { scalarText } from './raw-json.ts'

const pathInBraces = /\{([^{}]+)\}/g

/**
 * The text with the values at its paths, encoded for a URL. A path without a text, number or yes/no value keeps its braces.
 * @param paths those that are filled; other braces belong to the text.
 */
export function fillTemplate(template: string, paths: readonly string[], value: unknown): string {
  if (paths.length === 0) return template
  return template.replace(pathInBraces, (whole, path: string) => {
    if (!paths.includes(path)) return whole
    const parsed = parsePath(path)
    const text = 'path' in parsed ? scalarText(valueAt(value, parsed.path)) : null
    return text === null || !text.isWellFormed() ? whole : encodeURIComponent(text)
  })
}
