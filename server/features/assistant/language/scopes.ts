/**
 * What a question narrows itself to: systems ("to the CRM"), what records are called ("orders"), and people. A word that narrows is either applied, or
 * named as not applied: it is never left out in silence.
 */
import { stemsOf } from './cue.ts'
import type { Marked } from './marked.ts'
import { isForeign } from './spelling.ts'
import { stemOf } from './text.ts'
import { emptyStems, ownStems } from './vocabulary.ts'

/** A connector with the words of its two systems. */
export type Sides = {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly destination: string
  readonly isWebhook: boolean
}
type Person = { readonly id: string; readonly firstName: string; readonly lastName: string }

type Unapplied = {
  readonly text: string
  readonly kind: 'system' | 'records' | 'person' | 'value' | 'time'
}

export type Scopes = {
  /** Connectors that are left; null: nothing narrows. */
  readonly among: readonly string[] | null
  /** Words that narrowed, as they were typed. */
  readonly applied: readonly string[]
  readonly unapplied: readonly Unapplied[]
  readonly person: Person | null
}

type Side = 'source' | 'destination' | 'any'
const into = new Set('to into onto towards reach reached hit in at'.split(' '))
/** Behind these a word that is not known is a system; behind "in" and "at" it may be a place. */
const toward = new Set('to into onto towards from via'.split(' '))
/** Behind these a word that is not known is a value. Elsewhere it is an ordinary word, and filters nothing. */
const valued = new Set('in from for with of at by about'.split(' '))
const outOf = new Set('from of'.split(' '))
const articles = new Set('the our my your their a an this that its his her system app called named'.split(' '))

/** Kinds of systems, and systems of that kind. A connector that has the word itself in its name goes before. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  crm: ['hubspot', 'salesforce', 'pipedrive', 'zoho', 'dynamics'],
  erp: ['netsuite', 'sap', 'odoo', 'dynamics'],
  shop: ['shopify', 'woocommerce', 'magento', 'prestashop'],
  store: ['shopify', 'woocommerce', 'magento', 'prestashop'],
  warehouse: ['snowflake', 'bigquery', 'redshift', 'databricks'],
  database: ['postgres', 'postgresql', 'mysql', 'mariadb', 'mssql', 'sqlserver', 'oracle'],
  db: ['postgres', 'postgresql', 'mysql', 'mariadb', 'mssql', 'sqlserver', 'oracle'],
  accounting: ['xero', 'quickbooks', 'netsuite', 'datev'],
  bookkeeping: ['xero', 'quickbooks', 'datev'],
  helpdesk: ['zendesk', 'intercom', 'freshdesk'],
  newsletter: ['mailchimp', 'klaviyo', 'brevo'],
  marketing: ['mailchimp', 'hubspot', 'klaviyo'],
  chat: ['slack', 'teams'],
  payroll: [],
  ledger: [],
  inventory: [],
  api: [],
}

/** Names of records that say something, unlike "record" and "row". */
const recordNouns = new Set(
  'order customer contact invoice ticket product lead deal payment payout subscriber shipment refund charge purchase sale supplier vendor article item sku signup opportunity campaign comment post review employee return account quote subscription parcel price category asset task issue member student patient booking reservation'
    .split(' ')
    .map(stemOf),
)
const plainRecords = stemsOf('record|row|item|entry|data|line|message|document|event|transaction|thing|object')
/** They stand in names of connectors and narrow nothing. */
const general = stemsOf(
  'to|from|and|with|for|of|in|by|per|every|daily|hourly|weekly|nightly|minute|hour|day|week|new|all|my|our|the|sync|import|export|feed|connector|integration|pipeline|flow|workflow|record|row|data|event|test|demo|copy|draft|via|api|http|https|www|com|net|org|local|localhost|source|destination|run|job|version|update|fail|failed|error|active|paused|time|schedule|live|list|last|next|status|problem|alert|not|one|first|main|old|system|connection|mapping|field|key|name|page|file|slow|fast|busy',
)

const tokensIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
const squashed = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

type Index = ReadonlyMap<string, { readonly source: Set<string>; readonly destination: Set<string>; readonly any: Set<string> }>

const joints = [' to ', ' into ', ' -> ', ' → ', ' > ']

/** Parts of a name on both sides of "to": "Orders to NetSuite". */
function partsOf(name: string): readonly [source: string, destination: string] {
  const lower = name.toLowerCase()
  for (const joint of joints) {
    const at = lower.indexOf(joint)
    if (at > 0) return [name.slice(0, at), name.slice(at + joint.length)]
  }
  return [name, name]
}

/** Words of connectors by their stems: of names, and of the addresses that they read and write. */
function indexOf(connectors: readonly Sides[]): Index {
  const index = new Map<string, { source: Set<string>; destination: Set<string>; any: Set<string> }>()
  const add = (text: string, side: 'source' | 'destination', id: string) => {
    for (const word of tokensIn(text)) {
      const stem = stemOf(word)
      if (general.has(stem)) continue
      const entry = index.get(stem) ?? { source: new Set(), destination: new Set(), any: new Set() }
      entry[side].add(id)
      entry.any.add(id)
      index.set(stem, entry)
    }
  }
  for (const { id, name, source, destination } of connectors) {
    const [from, to] = partsOf(name)
    add(from, 'source', id)
    add(to, 'destination', id)
    add(source, 'source', id)
    add(destination, 'destination', id)
  }
  return index
}

/** Connectors whose name or address on a side holds the name of a system. */
function ofSystem(connectors: readonly Sides[], names: readonly string[], side: Side): string[] {
  const keys = names.map(squashed)
  const holds = (text: string) => keys.some((key) => squashed(text).includes(key))
  return connectors
    .filter(({ name, source, destination }) => {
      const [from, to] = partsOf(name)
      const isFrom = holds(from) || holds(source)
      const isTo = holds(to) || holds(destination)
      return side === 'source' ? isFrom : side === 'destination' ? isTo : isFrom || isTo
    })
    .map(({ id }) => id)
}

/** Stems of the words that stand in names of connectors, without those that say nothing. */
export const stemsOfNames = (connectors: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(connectors.flatMap(({ name }) => tokensIn(name).map(stemOf)).filter((stem) => !general.has(stem)))

const headEnd = /[,;:(–—|]| - /

/** "Orders to CRM" is said of "Orders to CRM, every 5 minutes", where no other one begins so. */
export function headsOf(connectors: readonly { readonly id: string; readonly name: string }[]): { key: string; name: string }[] {
  const heads = connectors.flatMap(({ id, name }) => {
    const end = name.search(headEnd)
    const head = end === -1 ? '' : name.slice(0, end).trim()
    return head.includes(' ') ? [{ key: id, name: head }] : []
  })
  const isOwn = ({ key, name }: { key: string; name: string }) =>
    heads.every((other) => other.key === key || other.name.toLowerCase() !== name.toLowerCase()) &&
    connectors.every((other) => other.name.toLowerCase() !== name.toLowerCase())
  return heads.filter(isOwn)
}

const rhythmNouns = ['connector', 'integration', 'sync', 'one']
const numberWords: Readonly<Record<string, string>> = { 1: 'one', 2: 'two', 5: 'five', 10: 'ten', 15: 'fifteen', 30: 'thirty' }

/** "The 5 minute connector" is the one that has "every 5 minutes" in its name, where no other one has it. */
export function rhythmsOf(
  connectors: readonly { readonly id: string; readonly name: string }[],
): { key: string; name: string }[] {
  const found = connectors.flatMap(({ id, name }) => {
    const [, count, unit] = /\bevery (\d{1,3}) (minute|hour|day)s?\b/i.exec(name) ?? []
    return count === undefined || unit === undefined ? [] : [{ id, count, unit: unit.toLowerCase() }]
  })
  const own = found.filter(({ count, unit }) => found.filter((it) => it.count === count && it.unit === unit).length === 1)
  return own.flatMap(({ id, count, unit }) =>
    [count, ...(numberWords[count] === undefined ? [] : [numberWords[count]])].flatMap((number) =>
      rhythmNouns.flatMap((noun) => [
        { key: id, name: `${number} ${unit} ${noun}` },
        { key: id, name: `every ${number} ${unit}s ${noun}` },
      ]),
    ),
  )
}

type Given = {
  readonly message: string
  readonly marked: Marked
  readonly connectors: readonly Sides[]
  readonly systems: ReadonlyMap<string, string>
  readonly people: readonly Person[]
  /** One record is looked for: what records are called and their values are not the scope. */
  readonly isAboutRecord: boolean
}

/** What a question narrows itself to. @param given.systems names of known systems by their keys. */
export function scopesIn({ message, marked, connectors, systems, people, isAboutRecord }: Given): Scopes {
  const { words, marks } = marked
  const index = indexOf(connectors)
  const applied: string[] = []
  const unapplied: Unapplied[] = []
  let among: ReadonlySet<string> | null = marked.connectors.length > 0 ? new Set(marked.connectors) : null
  let person: Person | null = null
  const narrow = (ids: Iterable<string>, text: string) => {
    const found = new Set(ids)
    among = among === null ? found : new Set([...among].filter((id) => found.has(id)))
    applied.push(text)
  }
  const typed = (at: number) => {
    const word = words[at]
    return word === undefined ? '' : message.slice(word.from, word.to)
  }
  /** The word before, past articles. */
  const before = (at: number): string => {
    let place = at - 1
    while (place >= 0 && articles.has(words[place]?.text ?? '')) place -= 1
    return words[place]?.text ?? ''
  }
  const sideAt = (at: number): Side => (into.has(before(at)) ? 'destination' : before(at) === 'from' ? 'source' : 'any')
  const keys = [...marked.systems]
  /** Of what records are called: "orders and customers" are both. */
  let called: Set<string> | null = null
  let calledAt = -2
  let lastCalled: ReadonlySet<string> = new Set()

  for (const [at, { text, stem }] of words.entries()) {
    const mark = marks[at] ?? stem
    if (mark === 'Name') continue
    if (mark === 'System') {
      const name = systems.get(keys.shift()?.key ?? '') ?? text
      const said = typed(at)
      const found = ofSystem(connectors, [name], sideAt(at))
      const anywhere =
        found.length > 0 || sideAt(at) !== 'destination' || before(at) === 'to' ? found : ofSystem(connectors, [name], 'any')
      if (anywhere.length === 0 && ofSystem(connectors, [name], 'any').length === 0)
        unapplied.push({ text: said, kind: 'system' })
      else narrow(anywhere, said)
      continue
    }
    const named = people.find(({ firstName, lastName }) => {
      const isFirst = firstName.length > 2 && firstName.toLowerCase() === text
      const isLast = lastName.length > 2 && lastName.toLowerCase() === text && /^\p{Lu}/u.test(typed(at))
      return isFirst || isLast
    })
    if (named) {
      if (isAboutRecord) continue
      person = named
      continue
    }
    if (mark === 'Person' && isAboutRecord) continue
    if (mark === 'Person') {
      unapplied.push({ text: typed(at), kind: 'person' })
      continue
    }
    if (text === 'webhook' || text === 'webhooks') {
      narrow(
        connectors.filter(({ isWebhook }) => isWebhook).map(({ id }) => id),
        typed(at),
      )
      continue
    }
    if (/^[A-Z]/.test(mark) || general.has(stem) || plainRecords.has(stem)) continue
    if (isAboutRecord && sideAt(at) === 'any') continue
    const isKind = Object.hasOwn(kinds, text)
    const isNoun = recordNouns.has(stem)
    const isTold = isNoun || isKind || isForeign(stem) || (!emptyStems.has(stem) && !ownStems.has(stem))
    const entry = index.get(stem)
    // "The order sync" names records; "did they order" says what is done.
    const isVerb = verbs.has(text) && !(articles.has(words[at - 1]?.text ?? '') && words[at + 1] !== undefined)
    if (entry && (isTold || ownStems.has(stem)) && !isVerb) {
      const side = sideAt(at)
      const found = side !== 'any' && entry[side].size > 0 ? entry[side] : entry.any
      // "Orders were not invoiced": what was to be done names where they were to go.
      const isDone = text.endsWith('ed') && entry.destination.size > 0 && !entry.source.has([...entry.destination][0] ?? '')
      // "The invoicing system" is where records go, or come from; it is no kind of record.
      const isSystem = systemNouns.has(words[at + 1]?.text ?? '')
      if (isDone || (isSystem && side === 'any' && entry.destination.size > 0)) narrow(entry.destination, typed(at))
      else if (isNoun && side === 'any' && !isSystem) {
        // "Invoicing orders" are those orders that are invoiced: two names beside each other narrow together.
        const both: string[] = calledAt === at - 1 ? [...lastCalled].filter((id) => found.has(id)) : []
        const others: string[] = [...((called as Set<string> | null) ?? [])].filter(
          (id) => both.length === 0 || !lastCalled.has(id),
        )
        called = new Set([...others, ...(both.length > 0 ? both : found)])
        calledAt = at
        lastCalled = found
        applied.push(typed(at))
      } else narrow(found, typed(at))
    } else if (isKind && (into.has(before(at)) || outOf.has(before(at)))) {
      const found = ofSystem(connectors, kinds[text] ?? [], sideAt(at))
      if (found.length > 0 && (kinds[text] ?? []).length > 0) narrow(found, typed(at))
      else unapplied.push({ text: typed(at), kind: 'system' })
    } else if (isNoun) unapplied.push({ text: typed(at), kind: 'records' })
    else if (isForeign(stem)) {
      const isSystem = toward.has(before(at))
      const isValue =
        valued.has(before(at)) ||
        (at > 0 && /^\p{Lu}/u.test(typed(at))) ||
        /["“”']/.test(message[(words[at]?.from ?? 0) - 1] ?? '')
      if (isSystem || isValue) unapplied.push({ text: typed(at), kind: isSystem ? 'system' : 'value' })
    }
  }
  const all = called as ReadonlySet<string> | null
  if (all !== null) among = among === null ? all : new Set([...(among as ReadonlySet<string>)].filter((id) => all.has(id)))
  const left = among as ReadonlySet<string> | null
  return { among: left === null ? null : [...left], applied: [...new Set(applied)], unapplied, person }
}

const systemNouns = new Set(['system', 'app', 'application', 'software', 'tool', 'service', 'platform'])
/** Words that stand in names, and say what is done where they stand in a question. */
const verbs = new Set('order ordered return returned charge charged contact review post issue price quote lead'.split(' '))
