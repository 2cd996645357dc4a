/** A URL with fields of a record and of what was found in single braces, in its path and its query. */
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import { foundPrefix } from '#contract/connectors/config/operations/find.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { isBlank, pathOf } from '../../../kit/record-values.ts'
import { leavesFolder, valueFault, wouldChangePath } from '../record-address.ts'

/** A path escapes the braces, a query does not. Both escape letters that are not ASCII. */
const place = /(?:%7B|\{)((?:[^{}%]|%(?!7[BD]))+)(?:%7D|\})/gi
const plainName = /^[\w.-]+$/

/** The field in braces; null where they are no place of a field. */
function fieldOf(escaped: string): string | null {
  if (plainName.test(escaped)) return escaped
  try {
    const name = decodeURIComponent(escaped)
    return fieldsOfTemplate(`{${name}}`)[0] === name ? name : null
  } catch {
    return null
  }
}

export type Values = { readonly record: unknown; readonly found: unknown }

const valueNamed = (name: string, { record, found }: Values): unknown =>
  name.startsWith(foundPrefix) ? valueAt(found, pathOf(name.slice(foundPrefix.length))) : valueAt(record, pathOf(name))

/** @param what the request, for people. */
const noAddress = (what: string, name: string, why: string): Problem =>
  problem('record/no-address', {
    message: `We couldn't build the ${what} URL: the value of "${name}" ${why}. Correct the value and retry the record.`,
  })

const namesIn = (text: string): string[] => [...text.matchAll(place)].flatMap(([, it = '']) => fieldOf(it) ?? [])

/** The filled URL, or the problem of a record without one. @param isLeft of a field that stays in braces: its value is not known yet. */
export function filledUrl(
  template: URL,
  values: Values,
  what: string,
  isLeft: (name: string) => boolean = () => false,
): URL | Problem {
  for (const [at, text] of [template.pathname, template.search].entries())
    for (const name of namesIn(text).filter((it) => !isLeft(it))) {
      const value = valueNamed(name, values)
      const why = isBlank(value) ? 'is empty' : valueFault({ in: at === 0 ? 'path' : 'query', name }, value)
      if (why !== null) return noAddress(what, name, why)
    }
  const url = new URL(template)
  const put = (whole: string, escaped: string) => {
    const name = fieldOf(escaped)
    return name === null || isLeft(name) ? whole : encodeURIComponent(scalarText(valueNamed(name, values)) ?? '')
  }
  url.pathname = template.pathname.replace(place, put)
  url.search = template.search.replace(place, put)
  return leavesFolder(url, template) ? noAddress(what, namesIn(template.pathname)[0] ?? '', wouldChangePath) : url
}

/** A URL for people, with the fields that were left in it in braces. */
export const shownFields = (address: string, isLeft: (name: string) => boolean): string =>
  address.replace(place, (whole: string, escaped: string) => {
    const name = fieldOf(escaped)
    return name === null || !isLeft(name) ? whole : `{${name}}`
  })
