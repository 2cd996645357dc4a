/** A body that is written from a template: XML, JSON or plain text, with the values of a record escaped for their place. */
import { templateField } from '#contract/connectors/config/operations/body-template.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { pathOf } from '../../../kit/record-values.ts'

export type TemplateKind = 'xml' | 'json' | 'text'

/** `string`: inside quotation marks of JSON. `value`: a value of JSON by itself. */
type Place = 'text' | 'cdata' | 'string' | 'value'
type Part = string | { readonly field: string; readonly path: Path; readonly place: Place }

/** The fields of a template and what changes the place of those that follow. The field is as in `templateField`. */
const tokens: Readonly<Record<TemplateKind, RegExp>> = {
  xml: /<!\[CDATA\[|\]\]>|(?<!\{)\{([^{}\s"'<>&,:;\d][^{}\s"'<>&,:;]*)\}/g,
  json: /\\[\s\S]|"|(?<!\{)\{([^{}\s"'<>&,:;\d][^{}\s"'<>&,:;]*)\}/g,
  text: templateField,
}

function partsOf(template: string, kind: TemplateKind): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  let isInside = false
  for (const found of template.matchAll(tokens[kind])) {
    const [whole, field] = found
    if (field === undefined) {
      if (whole === '"') isInside = !isInside
      else if (kind === 'xml') isInside = whole !== ']]>'
      continue
    }
    const place = kind === 'json' ? (isInside ? 'string' : 'value') : isInside ? 'cdata' : 'text'
    parts.push(template.slice(from, found.index), { field, path: pathOf(field), place })
    from = found.index + whole.length
  }
  parts.push(template.slice(from))
  return parts
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapedXml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
/** What no XML document can contain, not even escaped (XML 1.0, section 2.2). */
function hasForbidden(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0xfffd || (code < 0x20 && code !== 9 && code !== 10 && code !== 13)) return true
  }
  return false
}

function written(value: unknown, place: Place, kind: TemplateKind): string {
  if (place === 'value') return JSON.stringify(value ?? null)
  const text = value === undefined || value === null ? '' : (scalarText(value) ?? JSON.stringify(value))
  if (place === 'string') return JSON.stringify(text).slice(1, -1)
  // What is around the value may begin or complete the end of the section, so each part of such an end has a section of its own.
  if (place === 'cdata') return text.replaceAll(']', ']]]><![CDATA[').replace(/^>/, ']]><![CDATA[>')
  return kind === 'xml' ? escapedXml(text) : text
}

export type Template = {
  /** Why a record has no body, for people; null where it has one. */
  readonly fault: (record: unknown) => string | null
  /** @param isLeft of a field that stays in braces, for people: its value is not known yet. */
  readonly write: (record: unknown, isLeft?: (field: string) => boolean) => string
}

/** Missing values are written as nothing, as `null` where JSON has a value. */
export function compileTemplate(template: string, kind: TemplateKind): Template {
  const parts = partsOf(template, kind)
  const fields = parts.filter((part) => typeof part !== 'string')
  return {
    fault: (record) => {
      for (const { field, path } of fields) {
        const value = valueAt(record, path) ?? ''
        const text = scalarText(value)
        if (text === null && kind !== 'json') return `"${field}" isn't text, a number or true/false. Map a single value to it.`
        if (text === null) continue
        if (!text.isWellFormed()) return `"${field}" contains an incomplete character. Correct the value and retry the record.`
        if (kind === 'xml' && hasForbidden(text))
          return `"${field}" contains a character that XML doesn't allow. Correct the value and retry the record.`
      }
      return null
    },
    write: (record, isLeft = () => false) =>
      parts
        .map((part) => {
          if (typeof part === 'string') return part
          return isLeft(part.field) ? `{${part.field}}` : written(valueAt(record, part.path), part.place, kind)
        })
        .join(''),
  }
}

/** Whether a template is meant as JSON where no header says it. */
export const looksLikeJson = (template: string): boolean => /^\s*(?:\{\s*["}]|\[)/.test(template)

const declaredEncoding = /^\s*<\?xml [^>]{0,200}encoding=["']([\w.-]{1,40})["']/

/** What is wrong with a template, for people; null where nothing is. @param isLines whether each line is a JSON value by itself. */
export function templateFault(template: string, kind: TemplateKind, isLines = false): string | null {
  if (template.trim() === '') return 'Enter the body'
  if (/\{\{[\w.-]+\}\}/.test(template)) return 'Use single braces for record fields, such as {id}'
  if (kind === 'xml') {
    const [, encoding = 'utf-8'] = declaredEncoding.exec(template) ?? []
    if (encoding.toLowerCase() !== 'utf-8') return 'The body is sent as UTF-8. Change the encoding in its first line'
    return template.trimStart().startsWith('<') ? null : 'XML starts with <. Check the body'
  }
  if (kind === 'text') return null
  try {
    const text = compileTemplate(template, kind).write({})
    for (const it of isLines ? text.split('\n').filter((line) => line.trim() !== '') : [text]) JSON.parse(it)
    return null
  } catch {
    return 'The body is not valid JSON. Put text around fields in quotation marks'
  }
}
