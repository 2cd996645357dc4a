/** Answers of questions about the values of records: which ones meet conditions, how many, and what a number of them comes to. */
import type { Intent } from '#contract/assistant/intents.ts'
import type { KeptRecord, KeptRecords } from '../../connectors/runs/kept-records.ts'
import { whenWord } from '../answers/figures.ts'
import { findRecord } from '../answers/records.ts'
import { stemsOfNames } from '../language/scopes.ts'
import { isForeign } from '../language/spelling.ts'
import { rangesIn } from '../language/time/dates.ts'
import { namesTime } from '../language/time/when.ts'
import { connectorHref, connectorsIn, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type SentencePart, type Speech } from '../speech.ts'
import { pointsBackIn } from '../structured/pointing.ts'
import {
  type Condition,
  type FieldQuestion,
  type Free,
  fieldQuestionIn,
  isPlain,
  meets,
  type Outcome,
  type Read,
  readFields,
} from './field-question.ts'
import { fieldLabel, fieldsOf, fieldsOfAll, type RecordFields } from './fields.ts'

const connectorsMax = 8
const listedMax = 20
/** Of each connector, where several are named. */
const listedOfMany = 5
const namedMax = 3
const cents = 100
const keptHref = (connectorId: string, text: string) =>
  `${connectorHref(connectorId)}/studio?${new URLSearchParams({ tab: 'investigator', period: '1y', ...(text === '' ? {} : { q: text }) })}`

/** Words that no name of a connector, no time and no scope takes. */
function freeIn({ marked, message, words, scopes, connectors, zone, now }: Scene): Free[] {
  const nameStems = stemsOfNames(connectors)
  const applied = new Set(scopes.applied.map((text) => text.toLowerCase()))
  const isTime = new Set(rangesIn(words, zone, now).flatMap(({ at, length }) => Array.from({ length }, (_, place) => at + place)))
  return marked.words.flatMap(({ text, stem, from, to }, at): Free[] => {
    const mark = marked.marks[at] ?? stem
    const typed = message.slice(from, to)
    if (mark === 'Name' || isTime.has(at) || namesTime(text)) return []
    if (applied.has(typed.toLowerCase()) && (nameStems.has(stem) || mark === 'System')) return []
    return [{ text, typed, from, to }]
  })
}

/** "How many of them failed?": the conditions of the question before hold on. "And from Estonia?" puts others in their place. */
const continued = (own: FieldQuestion, before: FieldQuestion, isAdding: boolean): FieldQuestion => ({
  ...own,
  compared: own.compared.length > 0 || !isAdding ? own.compared : before.compared,
  measure: isAdding ? own.measure : before.measure,
  outcome: own.outcome ?? before.outcome,
  isStrong: true,
  free: isAdding ? [...own.free, ...before.free] : own.free,
  placed: isAdding ? new Set([...own.placed, ...before.placed]) : own.placed,
})
/** "And from Estonia?", "what about Graz?" */
const goesOn = /^(?:and|what about|how about) (?!(?:how|why|when|who|what|which)\b)/i
const goesOnMax = 6

type Meeting = { readonly record: KeptRecord; readonly fields: RecordFields }
type Looked = {
  readonly connector: Scene['connectors'][number]
  readonly kept: KeptRecords
  readonly read: Read
  readonly found: readonly Meeting[]
  /** No other connector is told of. */
  readonly isAlone: boolean
}

const statusOf: Readonly<Record<Outcome, KeptRecord['status']>> = { failed: 'failure', delivered: 'success', skipped: 'skipped' }

async function lookAt(scene: Scene, connector: Looked['connector'], question: FieldQuestion): Promise<Looked> {
  const { caller, when, evidence } = scene
  const time = when.isNamed ? { startDate: new Date(when.from).toISOString(), endDate: new Date(when.to).toISOString() } : {}
  const kept = await evidence.kept({ companyId: caller.companyId, connectorId: connector.id, ...time })
  const all = kept.records.map((record) => ({ record, fields: fieldsOf(record) }))
  const read = readFields(question, fieldsOfAll(all.map(({ fields }) => fields)))
  const status = question.outcome === null ? null : statusOf[question.outcome]
  const found = all.filter(
    ({ record, fields }) => (status === null || record.status === status) && meets(fields, read.conditions),
  )
  return { connector, kept, read, found, isAlone: true }
}

const said: Readonly<Record<Condition & { kind: 'number' } extends { is: infer C extends string } ? C : never, string>> = {
  ...{ '>': ' is over ', '>=': ' is at least ', '<': ' is under ', '<=': ' is at most ', '=': ' is ' },
}

const fieldName = (path: string) => quote(fieldLabel(path))

function conditionParts(conditions: readonly Condition[], speech: Speech, href: string): SentencePart[] {
  return conditions.flatMap((it, at): SentencePart[] => {
    const joint = at === 0 ? ' where ' : ' and '
    if (it.kind === 'text') return [joint, fieldName(it.paths[0] ?? ''), it.isPart ? ' contains ' : ' is ', quote(it.text)]
    return [joint, fieldName(it.path), said[it.is], speech.fact(`${fieldLabel(it.path)} ${it.is}`, it.than, href)]
  })
}

const numberText = (value: number): string =>
  value.toLocaleString('en', Number.isInteger(value) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The currency of a record; empty where it names none. */
function currencyOf({ fields }: Meeting): string {
  const named = [...fields.texts].find(([path]) => /^currency(?: code)?$/.test(fieldLabel(path)))?.[1][0]
  return named === undefined ? '' : ` ${named.toUpperCase()}`
}

const verbs: Readonly<Record<Outcome, readonly [one: string, more: string]>> = {
  failed: [' failed', ' failed'],
  delivered: [' was delivered', ' were delivered'],
  skipped: [' was skipped', ' were skipped'],
}
const ends = ({ outcome }: FieldQuestion, count: number): string => (outcome === null ? '' : verbs[outcome][count === 1 ? 0 : 1])

function sayItems({ connector, found, isAlone }: Looked, question: FieldQuestion, amount: string | null, speech: Speech): void {
  const most = question.limit ?? (isAlone ? listedMax : listedOfMany)
  for (const { record, fields } of found.slice(0, most)) {
    const value = amount === null ? undefined : fields.numbers.get(amount)
    speech.item(
      link(
        keptHref(connector.id, record.key),
        record.name === record.key ? `Record ${record.key}` : `${record.name} (${record.key})`,
      ),
      ...(value === undefined
        ? []
        : [
            ': ',
            speech.fact(
              `${fieldLabel(amount ?? '')} of ${record.key}`,
              `${numberText(value)}${currencyOf({ record, fields })}`,
              keptHref(connector.id, record.key),
            ),
          ]),
      ...(question.outcome === null && record.status === 'failure' ? [' (failed)'] : []),
    )
  }
}

/** The figures of one connector. */
function sayLooked(scene: Scene, looked: Looked, question: FieldQuestion, speech: Speech): void {
  const { connector, read, found, kept } = looked
  const first = read.conditions.find((it) => it.kind === 'text')
  const href = keptHref(connector.id, first?.kind === 'text' ? first.text : '')
  const of: Shown = {
    looked,
    question,
    href,
    of: [' of ', link(connectorHref(connector.id), connector.name)],
    range: scene.when.isNamed ? [whenWord(scene.when), quote(scene.when.label)] : [],
    where: conditionParts(read.conditions, speech, href),
  }
  if (found.length === 0)
    speech.say('No record', ...of.of, question.outcome === null ? ' was found' : ends(question, 1), ...of.range, ...of.where, '.')
  else if (question.measure === 'count' || question.measure === 'list') sayCounted(of, speech)
  else if (question.measure === 'sum' || question.measure === 'average') sayReckoned(of, speech)
  else sayExtreme(of, speech)
  if (kept.isMore) speech.say('I only looked at the newest records of ', quote(connector.name), '.')
  if (kept.withoutValues > 0)
    speech.say(
      ...speech.count(`Records without values: ${connector.name}`, kept.withoutValues, connectorHref(connector.id), 'record'),
      ' of ',
      quote(connector.name),
      ` ${plural(kept.withoutValues, 'has', 'have')} no stored values and ${plural(kept.withoutValues, 'is', 'are')} not included.`,
    )
}

/** What is said of one connector, and the parts that every sentence about it has. */
type Shown = {
  readonly looked: Looked
  readonly question: FieldQuestion
  readonly href: string
  readonly of: readonly SentencePart[]
  readonly range: readonly SentencePart[]
  readonly where: readonly SentencePart[]
}

const recordsLabel = ({ looked }: Shown) => `Records of ${looked.connector.name}`

function sayCounted(told: Shown, speech: Speech): void {
  const { looked, question, href, of, range, where } = told
  const { found, read } = looked
  const isList = question.measure === 'list'
  const counted = speech.count(recordsLabel(told), found.length, href, 'record')
  speech.say(...counted, ...of, ends(question, found.length), ...range, ...where, isList ? ':' : '.')
  if (!isList) return
  const isCompared = read.conditions.some((it) => it.kind === 'number')
  sayItems(looked, question, isCompared ? read.amount : null, speech)
  if (found.length > (question.limit ?? (looked.isAlone ? listedMax : listedOfMany)))
    speech.say(link(href, 'See the others in the Investigator'))
}

/** Sum or average, of each currency by itself. */
function sayReckoned(told: Shown, speech: Speech): void {
  const { looked, question, href, of, range, where } = told
  const amount = looked.read.amount ?? ''
  const numbers = looked.found.filter(({ fields }) => fields.numbers.has(amount))
  const isSum = question.measure === 'sum'
  for (const [currency, own] of Map.groupBy(numbers, currencyOf)) {
    const sum = own.reduce((total, { fields }) => total + (fields.numbers.get(amount) ?? 0), 0)
    const shown = `${numberText(Math.round((isSum ? sum : sum / own.length) * cents) / cents)}${currency}`
    speech.say(
      isSum ? 'The sum of ' : 'The average of ',
      fieldName(amount),
      ' is ',
      speech.fact(`${question.measure} of ${fieldLabel(amount)}${currency}`, shown, href),
      ', of ',
      ...speech.count(`${recordsLabel(told)}${currency}`, own.length, href, 'record'),
      ...of,
      ...(question.outcome === null ? [] : [' that', ends(question, own.length)]),
      ...range,
      ...where,
      '.',
    )
  }
  if (numbers.length === 0) speech.say('No record', ...of, ' has a number in ', fieldName(amount), '.')
}

function sayExtreme(told: Shown, speech: Speech): void {
  const { looked, question, href, of, range, where } = told
  const amount = looked.read.amount ?? ''
  const figureOf = ({ fields }: Meeting) => fields.numbers.get(amount) ?? 0
  const isMost = question.measure === 'most'
  const sorted = looked.found
    .filter(({ fields }) => fields.numbers.has(amount))
    .toSorted((one, other) => (isMost ? figureOf(other) - figureOf(one) : figureOf(one) - figureOf(other)))
  const [top] = sorted
  if (top === undefined) {
    speech.say('No record', ...of, ' has a number in ', fieldName(amount), '.')
    return
  }
  const best = sorted.filter((it) => figureOf(it) === figureOf(top))
  const isTied = question.limit === null && best.length > 1
  speech.say(
    isMost ? 'The highest ' : 'The lowest ',
    fieldName(amount),
    ...of,
    ...(question.outcome === null ? [] : [', of records that', ends(question, 2), ',']),
    ...range,
    ...where,
    ' is ',
    speech.fact(`${question.measure} of ${fieldLabel(amount)}`, `${numberText(figureOf(top))}${currencyOf(top)}`, href),
    ...(isTied ? [', in ', ...speech.count('Records with it', best.length, href, 'record')] : []),
    ':',
  )
  sayItems({ ...looked, found: question.limit === null ? best.slice(0, namedMax) : sorted }, question, amount, speech)
}

function decline(looked: readonly Looked[], left: readonly string[], speech: Speech): void {
  const named = [...new Set(left)].map((text) => quote(`“${text}”`))
  if (named.length > 0) speech.say("I don't know how to apply ", ...listed(named, namedMax), ", so I won't guess.")
  else speech.say('The records have no field with an amount that I can use. Name the field, such as “total”.')
  speech.say('The Investigator searches the values of one connector:')
  for (const { connector } of looked.slice(0, namedMax)) speech.item(link(keptHref(connector.id, ''), connector.name))
}

const asksYesNo = /^(?:and |so |but )?(?:was|were|is|are|did|has|have)\b/i
/** "Ken Kowalska says that he got no newsletter" */
const saysSo = /\b(?:says?|said|claims?|complain(?:s|ed)|writes?|wrote|told us)\b/i
/** "Was Ken Kowalska added?" is about one record. */
const namesOne = ({ paths, text }: Condition & { readonly kind: 'text' }) =>
  paths.some((path) => /name|title|email|number|company|sku/i.test(path)) && text.length > 2
const asksOtherwise =
  /^(?:and |so |but )?(?:why|how (?:do|can|should|to|would|long|often)\b|when|who (?:owns|changed|gets|is)\b|since)\b/i
const ofProduct =
  /\b(?:runs?|alerts?|alarms?|connectors?|integrations?|invitations?|team|plans?|bills?|versions?|schedules?|owners?|webhooks?|templates?|minutes?|seconds?|duration|latency|mapping|mapped|map|come from|comes from|password|log ?ins?|sign-?ins?)\b/i
/** "Which customers could not be added?" */
const listing =
  /^(?:and )?(?:please )?(?:which|what|list|show|name|give me|who)\b.*\b(?:records?|rows?|orders?|customers?|contacts?|invoices?|products?|leads?|events?|tickets?|payments?|clients?|subscribers?|people|who)\b/i
const isValueLike = (scene: Scene, it: Free) =>
  !isPlain(it) &&
  (isForeign(scene.marked.words.find(({ from }) => from === it.from)?.stem ?? '') ||
    /^\p{Lu}/u.test(it.typed) ||
    states.has(it.typed.toLowerCase()))
/** States that records have in other systems. */
const states = new Set(
  'paid unpaid returned refunded shipped cancelled canceled expired active inactive new used open closed pending draft'.split(
    ' ',
  ),
)

/**
 * @returns the intent of what was answered or declined here; null where the question asks nothing about values. Its connectors are those of its words,
 * else all that are deployed.
 */
export async function sayFields(asked: Scene, earlier: Scene | null, speech: Speech): Promise<Intent | null> {
  const own = asked.composedScopes
  // "How many of them are in the CRM?" narrows what the question before was about.
  const isShort = goesOn.test(asked.message.trim()) && asked.words.length <= goesOnMax
  const isBehind = earlier !== null && (pointsBackIn(asked.message) || isShort)
  const scopes = earlier !== null && own.among === null && isBehind ? earlier.composedScopes : own
  const scene = { ...asked, scopes }
  const { message, marked } = scene
  if (marked.codes.length > 0 || asksOtherwise.test(message.trim())) return null
  const asOwn = fieldQuestionIn(message, freeIn(scene))
  const isAdding = pointsBackIn(message)
  const question =
    earlier !== null && isBehind
      ? continued(asOwn, fieldQuestionIn(earlier.message, freeIn({ ...earlier, scopes: earlier.composedScopes })), isAdding)
      : asOwn
  // "Over 1000" is no key of a record.
  if (marked.ids.some((id) => question.compared.every(({ than }) => String(than) !== id))) return null
  const isNarrowed = scopes.among !== null || marked.connectors.length > 0
  const hasValue = question.free.some((it) => isValueLike(scene, it))
  const rest = marked.words
    .filter((_, at) => marked.marks[at] !== 'Name')
    .map(({ text }) => text)
    .join(' ')
  const isList =
    question.measure === 'list' && question.outcome !== null && question.outcome !== 'delivered' && listing.test(message.trim())
  if (!question.isStrong && !(isNarrowed && (hasValue || isList))) return null
  if (ofProduct.test(rest) || scopes.among?.length === 0) return null
  const able = connectorsIn(scene)
    .filter(({ status }) => status !== 'Draft')
    .slice(0, connectorsMax)
  if (able.length === 0) return null
  const all: Looked[] = []
  for (const connector of able) all.push(await lookAt(scene, connector, question))
  const read = all.filter(({ kept }) => kept.records.length > 0)
  if (read.length === 0) return null
  const least = Math.min(...read.map((it) => it.read.left.length))
  const best = read.filter(
    (it) =>
      it.read.left.length === least && !it.read.isWithoutAmount && (question.isStrong || isList || it.read.conditions.length > 0),
  )
  const [first] = best
  if (!question.isStrong && (first === undefined || (first.read.conditions.length === 0 && !(isList && least === 0)))) return null
  const person = first?.read.conditions.length === 1 ? first.read.conditions[0] : undefined
  if (
    (asksYesNo.test(message.trim()) || saysSo.test(message)) &&
    !question.isStrong &&
    person?.kind === 'text' &&
    namesOne(person)
  ) {
    await findRecord({ ...scene, message: `${message} "${person.text}"` }, speech)
    return 'find-record'
  }
  if (first === undefined || least > 0) decline(read, first?.read.left ?? read[0]?.read.left ?? [], speech)
  else {
    const shown =
      isNarrowed || best.every(({ found }) => found.length === 0) ? best : best.filter(({ found }) => found.length > 0)
    for (const it of shown) sayLooked(scene, { ...it, isAlone: shown.length === 1 }, question, speech)
  }
  return 'values'
}
