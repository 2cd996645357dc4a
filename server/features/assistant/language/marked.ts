/** Puts placeholders in the place of names, systems, versions, ids and numbers, so that cues need not know them. */
import { isGivenName } from './given-names.ts'
import { isForeign, meantBy } from './spelling.ts'
import { withSynonyms } from './synonyms.ts'
import { isNear, stemOf, tokensOf, type Word } from './text.ts'

/** What may be named; `key` is the caller's. Texts are compared without regard to case. */
export type Named = { readonly key: string; readonly name: string }

export type Marked = {
  readonly stems: readonly string[]
  readonly words: readonly Word[]
  /** Of each word its stem, or what stands in its place: `Name`, `System`, `Person`, `Id`, `Number`, … */
  readonly marks: readonly string[]
  /** Of the names that were given, those that stand in the message, the longest first. */
  readonly connectors: readonly string[]
  /** Keys in the order in which they stand, with the place of the word. */
  readonly systems: readonly { readonly key: string; readonly at: number }[]
  readonly versions: readonly number[]
  /** Keys of records, addresses of people, numbers of orders: as they are written. */
  readonly ids: readonly string[]
  /** Codes of the catalogue of problems. */
  readonly codes: readonly string[]
}

export type Known = {
  readonly connectors: readonly Named[]
  readonly systems: readonly Named[]
  readonly codes: ReadonlySet<string>
  /** First names of people of the company, in lower case. */
  readonly people?: ReadonlySet<string>
  /** Stems that stand in names of connectors: a word that is foreign otherwise names one of them there. */
  readonly nameStems?: ReadonlySet<string>
}

type Slot = { stem: string; word: Word }
/** Words of names: there may be thousands, and they seldom change. */
const known = new Map<string, readonly string[]>()
const knownMax = 10_000

function plain(name: string): readonly string[] {
  const kept = known.get(name)
  if (kept) return kept
  // Words of a message are read without the punctuation round them, too: "Orders to CRM, every 5 minutes".
  const words = name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => word.replace(/^[,;()[\]"“”]+/, '').replace(/[,;()[\]"“”.:!?]{1,4}$/, ''))
  if (known.size >= knownMax) known.clear()
  known.set(name, words)
  return words
}

/** A word of many letters may be typed with one or two of them wrong. */
const slips = (word: string) => (word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0)
const isAlike = (one: string, other: string) =>
  one === other || (slips(other) > 0 && one[0] === other[0] && isNear(one, other, slips(other)))

type Same = (one: string, other: string) => boolean

/** Names share their words: each pair is compared once. */
function comparing(): Same {
  const compared = new Map<string, Map<string, boolean>>()
  return (one, other) => {
    const ofOther = compared.get(other) ?? new Map<string, boolean>()
    compared.set(other, ofOther)
    const before = ofOther.get(one)
    if (before !== undefined) return before
    const is = isAlike(one, other)
    ofOther.set(one, is)
    return is
  }
}

/** Where the words of a name stand in the message; -1 where they do not. */
function placeOf(name: readonly string[], slots: readonly Slot[], isSame: Same): number {
  if (name.length === 0) return -1
  for (let at = 0; at + name.length <= slots.length; at += 1) {
    if (name.every((word, place) => isSame(slots[at + place]?.word.text ?? '', word))) return at
  }
  return -1
}

/** Longest names first, so that a part of one does not stand for it. Only names that share a first letter with a word are compared. */
function markNames(slots: Slot[], named: readonly Named[], placeholder: string): { key: string; at: number }[] {
  const letters = new Set(slots.map(({ word }) => word.text[0] ?? ''))
  const fitting = named
    .filter(({ name }) => letters.has(name.trimStart()[0]?.toLowerCase() ?? ''))
    .map(({ key, name }) => ({ key, words: plain(name) }))
    .filter(({ words }) => letters.has(words[0]?.[0] ?? ''))
    .toSorted((one, other) => other.words.length - one.words.length)
  const found: { key: string; at: number }[] = []
  const isSame = comparing()
  for (const { key, words } of fitting) {
    const at = placeOf(words, slots, isSame)
    if (at === -1 || slots.slice(at, at + words.length).some(({ stem }) => /^[A-Z]/.test(stem))) continue
    found.push({ key, at: slots[at]?.word.from ?? 0 })
    const word = slots[at]?.word
    if (word) slots.splice(at, words.length, { stem: placeholder, word })
  }
  return found
}

function respell(slot: Slot): void {
  const meant = meantBy(slot.word.text)
  if (meant === null) return
  slot.word = { ...slot.word, text: meant, stem: stemOf(meant) }
  slot.stem = slot.word.stem
}

const versionOf = (word: string) => /^v(?:er(?:sion)?)?\.?(\d{1,6})$/.exec(word)?.[1]
/** Three digits or more, or letters and digits together; an address of mail. */
const isKey = (word: string) => /^\d{4,}$/.test(word) || /^(?=.*\d)(?=.*[a-z-])[a-z\d][\w-]{3,}$/.test(word) || isMail(word)
const isMail = (word: string) => word.indexOf('@') > 0 && word.indexOf('.', word.indexOf('@')) > 0
const isTimeOfDay = (word: string) => /^\d{1,2}(:\d{2})?(am|pm)?$/.test(word) && /[:m]/.test(word)
const isYear = (word: string) => /^(19|20)\d\d$/.test(word)
/** "10k", "3rd". */
const isNumber = (word: string) => /^\d+(?:[km]|st|nd|rd|th)$/.test(word)
/** `billing_state`: a name of a field as programs write it. */
const isFieldName = (word: string) => /^[a-z]+(?:_[a-z]+)+$/.test(word)
const isAnswerStatus = (word: string) => /^[45]\d\d$/.test(word)
/** Words after which a number names a record, even a short one. */
const named = new Set(
  'order invoice customer record row ticket contact product lead deal payment transaction id number key no sku item shipment refund case subscriber'
    .split(' ')
    .map(stemOf),
)

const recordWords = new Set('order customer record row contact product item'.split(' ').map(stemOf))

export function marked(message: string, given: Known): Marked {
  const slots: Slot[] = tokensOf(message).map((word) => ({ stem: word.stem, word }))
  const connectors = markNames(slots, given.connectors, 'Name')
  const systems = markNames(slots, given.systems, 'System')
  const versions: number[] = []
  const ids: string[] = []
  const codes: string[] = []
  for (const [at, slot] of slots.entries()) {
    const { text, from, to } = slot.word
    const typed = message.slice(from, to)
    const before = slots[at - 1]?.word.text ?? ''
    const isAfterVersion = /^(versions?|v)$/.test(before) || (before === 'and' && slots[at - 2]?.stem === 'Version')
    const number = versionOf(text) ?? (isAfterVersion && /^\d{1,6}$/.test(text) ? text : undefined)
    if (given.codes.has(text) || /^[a-z]{2,30}\/[a-z-]{2,60}$/.test(text)) {
      codes.push(text)
      slot.stem = 'Code'
    } else if (number !== undefined) {
      versions.push(Number(number))
      slot.stem = 'Version'
    } else if (isTimeOfDay(text)) slot.stem = 'Time'
    else if (/^\d+$/.test(text) && named.has(slots[at - 1]?.word.stem ?? '')) {
      ids.push(typed)
      slot.stem = 'Id'
    } else if (isAnswerStatus(text)) slot.stem = text
    else if (isKey(text) && !isNumber(text) && !isYear(text) && !/^\d{4}-\d{2}-\d{2}$/.test(text)) {
      ids.push(typed)
      slot.stem = 'Id'
    } else if (isNumber(text) || /^\d+$/.test(text)) slot.stem = text === '0' ? 'zero' : 'Number'
    else if (isFieldName(text)) slot.stem = 'field'
    else if ((isGivenName(text) || given.people?.has(text)) && slot.stem !== 'Name' && slot.stem !== 'System')
      slot.stem = 'Person'
    else if (!/^[A-Z]/.test(slot.stem) && !given.nameStems?.has(slot.stem)) respell(slot)
  }
  // "Orders that could not be invoiced" is about the connector to invoicing, not about what the company pays.
  const isOfRecords = slots.some(({ stem }) => recordWords.has(stem))
  const isName = (stem: string) => given.nameStems?.has(stem) && (isForeign(stem) || (stem === 'invoic' && isOfRecords))
  const nameOf = (stem: string) => (isName(stem) ? 'Name' : stem)
  return {
    stems: withSynonyms(slots.map(({ stem }) => nameOf(stem))),
    words: slots.map(({ word }) => word),
    marks: slots.map(({ stem }) => stem),
    connectors: connectors.map(({ key }) => key),
    systems: systems.toSorted((one, other) => one.at - other.at),
    ...{ versions, ids, codes },
  }
}
