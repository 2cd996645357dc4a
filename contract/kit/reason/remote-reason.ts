/** What another system says in its own words. Server and console read it. */
import { isGeneral, withDetail } from './general-sentence.ts'
import { markupReason, type RemoteReason } from './markup-reason.ts'

/** Members under which systems say what is wrong, the usual ones first. */
const sentenceNames = [
  ...['message', 'detail', 'error_description', 'msg', 'error', 'title', 'reason', 'description', 'issue'],
  ...['errorMessage', 'error_message', 'userMessage'],
]
/** Those of them that come before the errors of a list: the others may be of the record that was sent. */
const leadingNames = [
  ...['message', 'detail', 'error_description', 'msg', 'error', 'title', 'errorMessage', 'error_message', 'userMessage'],
]
/** Members that list what is wrong field by field. */
const listNames = [
  ...['errors', 'userErrors', 'details', 'violations', 'fieldViolations', 'fieldErrors', 'field_errors'],
  ...['invalid-params', 'invalidParams', 'detail'],
]
/** Lists of whole sentences about the request. */
const sentenceLists = ['errorMessages', 'error_messages']
/** Members that name the field that a sentence is about. Of a whole response, "path" is the path of the request and "name" the kind of the error. */
const fieldNames = ['field', 'property', 'propertyPath', 'attribute', 'param', 'parameter', 'pointer', 'loc'] as const
const fieldNamesInLists = [...fieldNames, 'path', 'name', 'target'] as const

/** Characters of a sentence that is shown. */
export const longest = 200
/** Characters of a response that are looked at, and of a field. */
const readMax = 4_096
const fieldMax = 100
/** Members of one object that are looked at, and objects inside each other. */
const membersMax = 50
const depthMax = 4

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** "/data/attributes/phone", ["body", "phone"] and "phone" as names joined by dots. */
function fieldOf(entry: Record<string, unknown>, isListed: boolean): string | null {
  const source = entry['source']
  const named = [
    ...(isListed ? fieldNamesInLists : fieldNames).map((name) => entry[name]),
    ...(isObject(source) ? [source['pointer'], source['parameter']] : []),
    ...(isListed && Array.isArray(entry['fields']) ? entry['fields'].slice(0, 1) : []),
  ]
  for (const value of named) {
    const parts = Array.isArray(value) ? value.slice(0, membersMax) : (textOf(value)?.split('/') ?? [])
    const names = parts.map(String).filter((part) => part !== '' && part !== '#')
    const told = names[0] === 'body' || names[0] === 'data' ? names.slice(1) : names
    const field = (told[0] === 'attributes' ? told.slice(1) : told).join('.').slice(0, fieldMax)
    if (field !== '') return field
  }
  return null
}

function sentenceOf(entry: unknown, isListed: boolean): RemoteReason | null {
  const plain = textOf(entry)
  if (plain !== null) return { said: plain, field: null }
  if (!isObject(entry)) return null
  const said = saidBy(entry)
  if (said !== null) return { said, field: fieldOf(entry, isListed) }
  return isListed ? listedBelow(entry) : null
}

/** What an object says: a sentence for people where it has one, else the first of what it has. */
function saidBy(entry: Record<string, unknown>): string | null {
  const sentences = sentenceNames.flatMap((name) => textOf(entry[name]) ?? [])
  return leadingIn(entry) ?? sentences.find((said) => !isGeneral(said)) ?? sentences[0] ?? null
}

/** The first sentence of an object that says more than that something failed. Beside nothing of an error, a title is that of a record. */
function leadingIn(entry: Record<string, unknown>): string | null {
  const isProblem = ['status', 'type', 'detail', 'code', 'message'].some((name) => name in entry)
  const names = leadingNames.filter((name) => name !== 'title' || isProblem)
  const listed = sentenceLists.flatMap((name) => (Array.isArray(entry[name]) ? entry[name].slice(0, 1) : []))
  const sentences = [...names.map((name) => entry[name]), ...listed].flatMap((value) => textOf(value) ?? [])
  return sentences.find((said) => !isGeneral(said)) ?? null
}

/** An entry without a sentence may list fields itself. */
function listedBelow(entry: Record<string, unknown>): RemoteReason | null {
  const lists = listNames.map((name) => entry[name]).filter(Array.isArray)
  for (const first of lists.map((list) => list[0]).filter(isObject)) {
    const said = saidBy(first)
    if (said !== null) return { said, field: fieldOf(first, true) }
  }
  return null
}

/** Of `{"phone": ["is too short"]}` the first; a name that says that it is no field is none. */
function mapOf(map: Record<string, unknown>): RemoteReason | null {
  for (const [name, value] of Object.entries(map).slice(0, membersMax)) {
    const first = Array.isArray(value) ? value[0] : value
    const said = textOf(first) ?? (isObject(first) ? saidBy(first) : null)
    if (said === null) continue
    return { said, field: name.startsWith('non_field') || name === 'base' ? null : name.slice(0, fieldMax) }
  }
  return null
}

const isSentence = (value: unknown) => textOf(value) !== null || (isObject(value) && saidBy(value) !== null)

const isMapOfLists = (value: Record<string, unknown>) => {
  const values = Object.values(value).slice(0, membersMax)
  return values.length > 0 && values.every((it) => Array.isArray(it) && isSentence(it[0]))
}

/** The first of a list, or of a map of fields; a list of something else says nothing. */
function listedIn(list: unknown, isErrors: boolean): RemoteReason | null {
  if (Array.isArray(list)) {
    for (const entry of list.slice(0, membersMax)) {
      const found = sentenceOf(entry, true)
      if (found !== null) return found
    }
    return null
  }
  if (!isObject(list)) return isErrors ? sentenceOf(list, true) : null
  if (isMapOfLists(list)) return mapOf(list)
  return isErrors ? (sentenceOf(list, true) ?? mapOf(list)) : null
}

/** The field that the first entry of a list names without a sentence of its own: then the sentence above the list is about it. */
function fieldListedIn(value: Record<string, unknown>): string | null {
  for (const name of listNames) {
    const list = value[name]
    const [entry] = Array.isArray(list) ? list : []
    const field = isObject(entry) ? fieldOf(entry, true) : null
    if (field !== null) return field
  }
  return null
}

/** The first error of the lists of an object. */
function detailIn(value: Record<string, unknown>): RemoteReason | null {
  for (const name of listNames) {
    const found = listedIn(value[name], name.toLowerCase().includes('error') || name === 'violations')
    if (found !== null) return found
  }
  return null
}

/** The sentence for people comes first, and what names a field after it. A sentence that says nothing gives way. */
function reasonIn(value: unknown, depth: number): RemoteReason | null {
  if (Array.isArray(value)) return listedIn(value, false)
  if (!isObject(value) || depth > depthMax) return textOf(value) === null ? null : sentenceOf(value, false)
  const isOfFields = ![...listNames, ...sentenceLists].some((name) => name in value) && !('error' in value)
  if (isOfFields && isMapOfLists(value)) return mapOf(value)
  const leading = leadingIn(value)
  const detail = detailIn(value)
  if (detail !== null) return leading === null ? detail : withDetail(leading, detail)
  const inner = isObject(value['error']) ? reasonIn(value['error'], depth + 1) : null
  if (inner !== null && leading === null) return inner
  if (inner !== null && leading !== null && inner.field !== null) return withDetail(leading, inner)
  const own = sentenceOf(value, false)
  if (own !== null) return own.field === null ? { said: own.said, field: fieldListedIn(value) } : own
  const objects = Object.values(value).slice(0, membersMax).filter(isObject)
  return objects.length === 1 ? reasonIn(objects[0], depth + 1) : null
}

/** Of JSON that was cut: the first sentence under a usual name. */
function sentenceInCut(text: string): RemoteReason | null {
  for (const name of sentenceNames) {
    const at = text.indexOf(`"${name}"`)
    if (at < 0) continue
    const rest = text.slice(at + name.length + 2).trimStart()
    if (!rest.startsWith(':')) continue
    const value = rest.slice(1).trimStart()
    if (!value.startsWith('"')) continue
    let end = 1
    while (end < value.length && value[end] !== '"') end += value[end] === '\\' ? 2 : 1
    if (end >= value.length) continue
    const said = textOf(parsed(value.slice(0, end + 1)))
    if (said !== null) return { said, field: null }
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the other system says in its own words, from the body of its response; null where it says nothing that can be found. */
export function reasonOf(body: string): RemoteReason | null {
  const text = body.trim()
  if (text.startsWith('<')) return markupReason(text)
  if (!text.startsWith('{') && !text.startsWith('[') && !text.startsWith('"')) return null
  const value = parsed(text)
  return value === undefined ? sentenceInCut(text.slice(0, readMax)) : reasonIn(value, 0)
}

export function remoteReason(body: string): RemoteReason | null {
  const found = reasonOf(body)
  return found && { said: found.said.slice(0, longest), field: found.field }
}

export const remoteMessage = (body: string): string | null => remoteReason(body)?.said ?? null
