/** Texts in which paths into a JSON value stand in braces, such as `PUT https://crm.example.com/customers/{id}`. */
import { parsePath, valueAt } from './path.ts'
import { scalarText } from './raw-json.ts'

const pathInBraces = /\{([^{}]+)\}/g

/** The text with the values at its paths, encoded for a URL. A path without a text, number or yes/no value keeps its braces. */
export function fillTemplate(template: string, value: unknown): string {
  if (!template.includes('{')) return template
  return template.replace(pathInBraces, (whole, path: string) => {
    const parsed = parsePath(path)
    const text = 'path' in parsed ? scalarText(valueAt(value, parsed.path)) : null
    return text === null || !text.isWellFormed() ? whole : encodeURIComponent(text)
  })
}
