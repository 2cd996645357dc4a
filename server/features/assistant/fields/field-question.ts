/**
 * Conditions on fields of records in a question ("over 200 EUR", "with status paid", "from Graz"), and what is asked of the records that meet them. The
 * words of values are those that the records hold. A word that is left over is named, so that no condition is dropped.
 */
import { stemOf } from '../language/text.ts'
import { type Fields, fieldLabel, type RecordFields } from './fields.ts'

export type Comparison = '>' | '>=' | '<' | '<=' | '='
export type Condition =
  | { readonly kind: 'text'; readonly paths: readonly string[]; readonly text: string; readonly isPart: boolean }
  | { readonly kind: 'number'; readonly path: string; readonly is: Comparison; readonly than: number }

export type Measure = 'count' | 'list' | 'sum' | 'average' | 'most' | 'least'
export type Outcome = 'failed' | 'delivered' | 'skipped'

/** A word of the question that nothing else has taken: not a name, a time or a scope. */
export type Free = { readonly text: string; readonly typed: string; readonly from: number; readonly to: number }

type Compared = {
  readonly is: Comparison
  readonly than: number
  readonly unit: string | null
  readonly from: number
  readonly to: number
}

/** What a question asks of records by their values, before the records are read. */
export type FieldQuestion = {
  readonly compared: readonly Compared[]
  readonly measure: Measure
  readonly outcome: Outcome | null
  /** How many are listed: "the top 5 orders". */
  readonly limit: number | null
  /** A figure of a field is asked for, or a number is compared: no other answer applies that. */
  readonly isStrong: boolean
  /** Words that are still to be taken by fields and values. */
  readonly free: readonly Free[]
  /** Where words stand that name a place: "from Germany". */
  readonly placed: ReadonlySet<number>
}

const comparing: readonly (readonly [Comparison, RegExp])[] = [
  ['>=', /\b(?:at least|no less than|not less than|minimum of) /g],
  ['<=', /\b(?:at most|no more than|not more than|up to|maximum of) /g],
  ['>', /\b(?:more than|greater than|higher than|larger than|bigger than|over|above|exceeding|beyond) /g],
  ['<', /\b(?:less than|lower than|smaller than|fewer than|cheaper than|under|below) /g],
  ['=', /\b(?:exactly|equal to|equals) /g],
]
const amountAtStart =
  /^(?:(?:eur|usd|gbp|chf|€|\$|£) ?)?(\d[\d.,]{0,14})(k?)(?: ?(eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|€|\$|£))?/
const signAtStart = /^(?:eur|usd|gbp|chf|€|\$|£)/
/** Characters of a number with its currency. */
const amountMax = 40

type Quantity = { readonly than: number; readonly unit: string | null; readonly to: number }
/** The number at a place of a text, in lower case. */
function amountAt(text: string, from: number): Quantity | null {
  const near = text.slice(from, from + amountMax)
  const found = amountAtStart.exec(near)
  if (found === null) return null
  const than = numberIn(found[1] ?? '', found[2] ?? '')
  const unit = found[3] ?? signAtStart.exec(near)?.[0] ?? null
  const to = from + found[0].length
  return Number.isNaN(than) ? null : { than, unit: unit === null ? null : (currencies[unit] ?? unit), to }
}

/** Behind these a number is no value of a field. */
const otherUnit =
  /^ ?(?:%|percent|seconds?|s\b|ms\b|minutes?|mins?|hours?|h\b|days?|weeks?|months?|years?|times?|records?|rows?|runs?|connectors?|failures?|errors?|attempts?|alerts?|orders?|customers?|items? (?:failed|were)|people|invoices?|failed (?:runs?|records?|attempts?)|in a row|am\b|pm\b|:)/

/** "Between 9 and 12" is a time of the day. */
const hoursOfDay = 24

const currencies: Readonly<Record<string, string>> = {
  ...{ euro: 'eur', euros: 'eur', '€': 'eur', dollar: 'usd', dollars: 'usd', $: 'usd' },
  ...{ pound: 'gbp', pounds: 'gbp', '£': 'gbp', franc: 'chf', francs: 'chf' },
}

/** A number as people write it: "1,000.50". A comma with two digits behind it is a decimal one. */
function numberIn(text: string, k: string): number {
  const plain = /,\d{1,2}$/.test(text) && !text.includes('.') ? text.replace(',', '.') : text.replaceAll(',', '')
  return Number(plain.replace(/\.$/, '')) * (k === '' ? 1 : 1_000)
}

function comparedIn(message: string): Compared[] {
  const text = message.toLowerCase()
  const found: Compared[] = []
  for (const { index } of text.matchAll(/\bbetween /g)) {
    const low = amountAt(text, index + 'between '.length)
    const high = low === null || !text.startsWith(' and ', low.to) ? null : amountAt(text, low.to + ' and '.length)
    if (low === null || high === null || otherUnit.test(text.slice(high.to))) continue
    const unit = high.unit ?? low.unit
    if (unit === null && high.than <= hoursOfDay && !amountWords.test(text)) continue
    const of = { unit, from: index, to: high.to }
    found.push({ is: '>=', than: low.than, ...of }, { is: '<=', than: high.than, ...of })
  }
  for (const [is, words] of comparing) {
    for (const { index: from, 0: said } of text.matchAll(words)) {
      const amount = amountAt(text, from + said.length)
      const isTaken = found.some((it) => from >= it.from && from < it.to)
      if (amount !== null && !isTaken && !otherUnit.test(text.slice(amount.to))) found.push({ is, from, ...amount })
    }
  }
  return found
}

const measures: readonly (readonly [Measure, RegExp])[] = [
  ['average', /\b(?:average|on average|mean (?:value|amount|total|price))\b/],
  ['most', /\b(?:biggest|largest|highest|most expensive|most valuable|priciest|dearest)\b/],
  ['least', /\b(?:smallest|lowest|cheapest|least expensive|least valuable)\b/],
  ['count', /\b(?:how many|number of|count)\b/],
  ['sum', /\b(?:total|sum|combined|altogether|how much|in total|add(?:s|ed)? up to|amounts? to|come to|worth)\b/],
]
const negated =
  /\b(?:could|did|was|were|have|has|had|can|do|does|is|are)? ?(?:not|never)(?: be| been| get| go| yet)* (?:into|delivered|deliver|sent|send|arrived?|reach(?:ed)?|added|invoiced?|synced|accepted|through|go through|make it|made it|get through)\b/
const outcomes: readonly (readonly [Outcome, RegExp])[] = [
  ['failed', negated],
  ['failed', /\b(?:failed|fail|fails|failing|rejected|refused|declined|lost|undelivered|failures?|errors?|bounced)\b/],
  ['skipped', /\b(?:skipped|left out)\b/],
  [
    'delivered',
    /\b(?:(?:get|gets|got|getting|make it|made it|put) (?:in|into|to|over to|across|through)|delivered|deliver|sent|send|arrived?|reached|synced|transferred|moved|accepted|went through|gone through|go through|made it|got through|got|succeeded|imported|exported|pushed|added|invoiced|included|created|written|saved)\b/,
  ],
]

/** Words that ask, join and stand for records, and narrow nothing. */
const plain = new Set(
  `a an the of our my your we i us you it its that this those these them they there here which what who whom how many much number count list show give name
   find tell get see me is are was were be been being do does did has have had can could will would please any all every each and or so ok okay then but also
   to in into on at for from by with through via out up off where whose when same ever yet still so far now only just exactly altogether total sum combined
   average mean per record records row rows item items entry entries order orders customer customers contact contacts invoice invoices product products lead
   leads event events ticket tickets subscriber subscribers payment payments person people one ones connector sync integration data value values field fields
   having equal equals contain contains containing named called living based located placed made come came coming go going ended some not worth add adds top
   biggest largest highest smallest lowest cheapest expensive valuable most least single put against than more less as if live lives lived
   says said say claims complains tells writes wrote he she him her why
   placed bought ordered located reside resides include includes included containing`.split(/\s+/),
)
const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const extremes = ['biggest', 'largest', 'smallest', 'highest', 'lowest', 'most expensive', 'cheapest', 'most valuable']
/** What a figure of a field is called where the field itself is not named. */
const amountWords =
  /\b(?:amounts?|values?|totals?|sums?|revenue|worth|turnover|price|money|order value|basket|expensive|valuable|cheapest|priciest)\b/
/** "Total records" is a count; "the total value of the orders" is a sum. */
const summed =
  /\b(?:amounts?|values?|revenue|worth|turnover|prices?|money|basket|add(?:s|ed)? up to|amounts? to|come to|(?:order|invoice|payment) totals?|(?:sum|totals|total) of (?:all )?(?:the |our )?(?:orders?|invoices?|payments?|totals?))\b/
const amountField =
  /^(?:grand ?)?(?:total|amount|sum|value|price|net|gross|subtotal|cost|revenue)s?(?: ?(?:amount|price|value|sum|total|gross|net|cents))?$/
const recordNoun =
  /\b(?:records?|rows?|orders?|customers?|contacts?|invoices?|products?|leads?|events?|tickets?|payments?|deals?|sales?|purchases?)\b/

/** @param free words that nothing else has taken. */
export function fieldQuestionIn(message: string, free: readonly Free[]): FieldQuestion {
  const text = message.toLowerCase().replaceAll('’', "'").replaceAll(/n't\b/g, ' not')
  const compared = comparedIn(message)
  const named = measures.find(([, pattern]) => pattern.test(text))?.[0]
  const isAmount = amountWords.test(text)
  const isFigure =
    (named === 'sum' && summed.test(text) && recordNoun.test(text)) ||
    (named === 'average' && (isAmount || recordNoun.test(text))) ||
    ((named === 'most' || named === 'least') && (recordNoun.test(text) || isAmount))
  const measure = named === undefined || (named === 'sum' && !summed.test(text)) ? 'list' : named
  const outcome = outcomes.find(([, pattern]) => pattern.test(text))
  const taken = new Set<string>([
    ...(outcome?.[1].exec(text)?.[0].split(' ') ?? []),
    ...(measures
      .find(([it]) => it === named)?.[1]
      .exec(text)?.[0]
      .split(' ') ?? []),
  ])
  const limit =
    /\b(?:top|first|last|newest) (\d{1,2})\b|\b(\d{1,2}) (?:biggest|largest|smallest|highest|lowest|most|cheapest)\b/.exec(text)
  const counted = numberWords.find(
    (word) => text.includes(`top ${word} `) || extremes.some((it) => text.includes(`${word} ${it}`)),
  )
  const limitAt = limit?.[1] ?? limit?.[2] ?? counted
  const isCompared = ({ from }: Free) => compared.some((it) => from >= it.from && from < it.to)
  return {
    compared,
    measure,
    outcome: outcome?.[0] ?? null,
    limit: limitAt === undefined ? null : counted === undefined ? Number(limitAt) : numberWords.indexOf(counted) + 2,
    isStrong: compared.length > 0 || isFigure,
    placed: new Set(
      free
        .filter(({ from }) => /\b(?:from|in|living in|based in|outside) (?:the )?$/i.test(message.slice(0, from)))
        .map(({ from }) => from),
    ),
    free: free.filter((it) => !isCompared(it) && !taken.has(it.text) && it.text !== limitAt),
  }
}

export const isPlain = ({ text }: Pick<Free, 'text'>): boolean => plain.has(text)

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const spoken: Readonly<Record<string, string>> = {
  usa: 'us',
  america: 'us',
  uk: 'gb',
  britain: 'gb',
  england: 'gb',
  holland: 'nl',
}
let codes: ReadonlyMap<string, string> | null = null
/** The code of a country by its English name, both in lower case. */
function countryCode(name: string): string | undefined {
  codes ??= new Map(
    Array.from({ length: 26 * 26 }, (_, at) => String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)))
      // France is FR, and no longer FX.
      .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
      .map((code) => [(regions.of(code) ?? code).toLowerCase(), code.toLowerCase()] as const)
      .filter(([label, code]) => label !== code),
  )
  return spoken[name] ?? codes.get(name)
}

export type Read = {
  readonly conditions: readonly Condition[]
  /** The number that is added up or compared; null where none is asked for. */
  readonly amount: string | null
  /** Words that neither a field nor a value takes. */
  readonly left: readonly string[]
  /** A number is asked for, and the records have none, or several that may be meant. */
  readonly isWithoutAmount: boolean
}

const depthOf = (path: string) => path.split('.').length
const nearest = (paths: Iterable<string>) =>
  [...paths].toSorted((one, other) => depthOf(one) - depthOf(other) || one.length - other.length)

const phraseMax = 4
/** Fields in which a word alone names a record: "named Kowalska". */
const namingField = /name|title|company|street|address|city|email|product|subject/i

/** Takes the words of a question as fields and values of some records. */
export function readFields(question: FieldQuestion, fields: Fields): Read {
  const conditions: Condition[] = []
  const taken = new Set<number>()
  const { free } = question
  const isNext = (at: number, count: number) =>
    free.slice(at, at + count).every((it, place, all) => place === 0 || it.from - (all[place - 1]?.to ?? 0) <= 2)
  let amount: string | null = null
  const numberNamed = (text: string) =>
    nearest(fields.numberPaths).find((path) => fieldLabel(path) === text || stemOf(fieldLabel(path)) === stemOf(text))
  const textNamed = (text: string) =>
    nearest(fields.textPaths).filter((path) => fieldLabel(path) === text || stemOf(fieldLabel(path)) === stemOf(text))
  for (let at = 0; at < free.length; at += 1) {
    if (taken.has(at)) continue
    for (let count = Math.min(phraseMax, free.length - at); count > 0; count -= 1) {
      const words = free.slice(at, at + count)
      if (!isNext(at, count) || words.every(isPlain)) continue
      const text = words.map((it) => it.typed.toLowerCase()).join(' ')
      const found = conditionOf(text, fields)
      if (found === null || (isPlain({ text: words[0]?.text ?? '' }) && count === 1)) continue
      conditions.push(found)
      for (let place = at; place < at + count; place += 1) taken.add(place)
      break
    }
  }
  for (const [at, it] of free.entries()) {
    const found = taken.has(at) || isPlain(it) || !question.placed.has(it.from) ? null : placeOf(it, fields)
    if (found === null) continue
    conditions.push(found)
    taken.add(at)
  }
  for (const [at, { text }] of free.entries()) {
    if (taken.has(at)) continue
    const number = isPlain({ text }) && !/^(?:total|value|number)s?$/.test(text) ? undefined : numberNamed(text)
    if (number !== undefined && (question.compared.length > 0 || question.isStrong)) {
      amount ??= number
      taken.add(at)
    } else if (textNamed(text).length > 0) {
      // "With status pending": a value that no record holds is a condition all the same.
      const next = free[at + 1]
      const paths = textNamed(text)
      const isOwn = conditions.some((it) => it.kind === 'text' && it.paths.some((path) => paths.includes(path)))
      if (!isOwn && next !== undefined && !taken.has(at + 1) && !isPlain(next)) {
        conditions.push({ kind: 'text', paths, text: next.typed, isPart: false })
        taken.add(at + 1)
      }
      if (isOwn || taken.has(at + 1)) taken.add(at)
    }
  }
  const isNumberAsked = question.compared.length > 0 || !['count', 'list'].includes(question.measure)
  if (isNumberAsked) amount ??= nearest(fields.numberPaths).find((path) => amountField.test(fieldLabel(path))) ?? null
  if (isNumberAsked && amount !== null)
    for (const { is, than } of question.compared) conditions.push({ kind: 'number', path: amount, is, than })
  for (const { unit } of question.compared) {
    const paths = unit === null ? undefined : fields.pathsOf.get(unit)
    if (paths !== undefined && unit !== null && !conditions.some((it) => it.kind === 'text' && it.text.toLowerCase() === unit))
      conditions.push({ kind: 'text', paths: nearest(paths), text: unit.toUpperCase(), isPart: false })
  }
  const left = free.filter((it, at) => !taken.has(at) && !isPlain(it) && !(isNumberAsked && amountWords.test(it.text)))
  return { conditions, amount, left: left.map(({ typed }) => typed), isWithoutAmount: isNumberAsked && amount === null }
}

/** "From Germany": a country that no record names is a condition all the same, where records have a field for it. */
function placeOf({ text, typed }: Free, fields: Fields): Condition | null {
  const code = countryCode(text)
  if (code === undefined) return null
  const paths = nearest(fields.textPaths).filter((path) => /country/.test(fieldLabel(path)))
  const isCode = [...fields.pathsOf].some(([value, at]) => value.length === 2 && paths.some((path) => at.has(path)))
  return paths.length === 0 ? null : { kind: 'text', paths, text: isCode ? code.toUpperCase() : typed, isPart: false }
}

/** A value that the records hold, a country by its name, or a word of a name. */
function conditionOf(text: string, fields: Fields): Condition | null {
  const forms = [
    text,
    ...(text.endsWith('s') ? [text.slice(0, -1)] : []),
    ...[countryCode(text)].filter((it) => it !== undefined),
  ]
  for (const form of forms) {
    const paths = fields.pathsOf.get(form)
    if (paths !== undefined) return { kind: 'text', paths: nearest(paths), text: fields.written.get(form) ?? form, isPart: false }
  }
  if (text.includes(' ') || text.length < 3) return null
  const paths = new Set<string>()
  for (const [value, at] of fields.pathsOf) {
    if (value.split(/[^\p{L}\p{N}]+/u).includes(text)) for (const path of at) if (namingField.test(path)) paths.add(path)
  }
  return paths.size === 0 ? null : { kind: 'text', paths: nearest(paths), text, isPart: true }
}

type OfText = Pick<Condition & { readonly kind: 'text' }, 'text' | 'isPart'>
const isText = (value: string, { text, isPart }: OfText) =>
  isPart ? value.split(/[^\p{L}\p{N}]+/u).includes(text.toLowerCase()) : value === text.toLowerCase()

/** Whether a record meets every condition. */
export const meets = ({ texts, numbers }: RecordFields, conditions: readonly Condition[]): boolean =>
  conditions.every((it) => {
    if (it.kind === 'text') return it.paths.some((path) => texts.get(path)?.some((text) => isText(text.toLowerCase(), it)))
    const value = numbers.get(it.path)
    if (value === undefined) return false
    if (it.is === '>') return value > it.than
    if (it.is === '>=') return value >= it.than
    if (it.is === '<') return value < it.than
    return it.is === '<=' ? value <= it.than : value === it.than
  })
