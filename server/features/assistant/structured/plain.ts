/** The words of a question without those that narrow it: names of connectors, systems, people and times. What is left says what is asked. */
import { clockIn } from '../language/time/clock.ts'
import { rangesIn } from '../language/time/dates.ts'
import { namesTime, unappliedClock } from '../language/time/when.ts'
import type { Scene } from '../scene.ts'
import type { Plain } from './reading.ts'

const recordNouns =
  /^(?:orders?|customers?|contacts?|invoices?|tickets?|products?|leads?|events?|items?|clients?|payments?|suppliers?|returns?|deals?|subscribers?|bills?|subscriptions?|signups?|shipments?|charges?)$/
const things = /^(?:runs?|executions?|connectors?|integrations?|syncs?|pipelines?|feeds?|alerts?|alarms?|schedules?|records?)$/
const clockWord =
  /^(?:\d{1,2}(?::\d\d)?(?:am|pm)?|am|pm|noon|midday|midnight|morning|afternoon|evening|night|o'clock|between|after|before|around)$/
/** "Its own", "ours": whoever asks. */
const own = /^(?:me|i|my|mine)$/

type Given = Pick<Scene, 'marked' | 'message' | 'words' | 'scopes' | 'connectors' | 'when' | 'zone' | 'now'>

/** Nouns that a company's invoices and a connector's records share. */
const sharedNoun = /^(?:invoices?|bills?|payments?|subscriptions?)$/

const amountNoun = /^(?:amounts?|value|size|worth)$/

/**
 * @param asBilling whether "invoices" and "payments" are those that the company gets from us and not records of its connectors.
 * @returns null where a word narrows the question by something that is not there.
 */
export function plainOf({ marked, message, words, scopes, when, zone, now }: Given, asBilling: boolean): Plain | null {
  // A time of the day over several days, and two times, narrow nothing here.
  if (unappliedClock(words, zone, now) !== null || rangesIn(words, zone, now).length > 1 || /\bon time\b/i.test(message))
    return null
  const { marks } = marked
  const applied = new Set(scopes.applied.map((text) => text.toLowerCase()))
  const unapplied = new Set(scopes.unapplied.map(({ text }) => text.toLowerCase()))
  const isTime = new Set<number>()
  for (const { at, length } of rangesIn(words, zone, now)) for (let place = at; place < at + length; place += 1) isTime.add(place)
  const hasClock = clockIn(words) !== null
  let [hasNarrowed, isLost] = [false, false]
  const left: string[] = []
  for (const [at, { text, from, to }] of marked.words.entries()) {
    const typed = message.slice(from, to).toLowerCase()
    const mark = marks[at] ?? ''
    const next = marked.words[at + 1]?.text ?? ''
    if (mark === 'Name') {
      hasNarrowed = true
      continue
    }
    if (isTime.has(at) || (when.isNamed && namesTime(text)) || (hasClock && (mark === 'Time' || clockWord.test(text)))) continue
    const isPerson =
      scopes.person !== null &&
      [scopes.person.firstName, scopes.person.lastName].some((name) => name.toLowerCase() === text.replace(/'s$/, ''))
    if (isPerson) continue
    if (asBilling && sharedNoun.test(text)) {
      left.push(text.startsWith('payment') ? 'invoice' : text)
      continue
    }
    if (asBilling && amountNoun.test(text)) continue
    if (applied.has(typed)) {
      hasNarrowed = true
      if (recordNouns.test(text) && !things.test(next)) left.push('records')
      continue
    }
    if (
      unapplied.has(typed) ||
      mark === 'Id' ||
      mark === 'Code' ||
      mark === 'System' ||
      mark === 'Person' ||
      mark === 'Version'
    ) {
      // "Invoices", "the bill": records of that name are there or not, and the company gets some itself.
      if (!sharedNoun.test(text)) isLost = true
    }
    left.push(own.test(text) ? 'i' : text)
  }
  return isLost
    ? null
    : {
        text: left.join(' '),
        time: when.isNamed,
        scope: hasNarrowed && (scopes.among !== null || marked.connectors.length > 0),
        person: scopes.person !== null,
      }
}

const billing =
  /\b(?:pay|paid|pays|paying|unpaid|owe|owed|due|overdue|outstanding|cost|costs|card|charged?|plan|plans|expensive|cheapest|amount|vat|tax|bill|bills|billed|(?:our|my) (?:last |latest |newest |next |first )?(?:invoices?|payments?))\b/i
const moving =
  /\b(?:deliver\w*|arriv\w*|sent|send|synced|sync|run|runs|ran|connectors?|integrations?|records?|reached|skipped|transferred|rejected|refused|fail|fails|failed|failing|get through|went through)\b/i

/** Whether "invoices" and the like are those of the company, records of its connectors, or may be both. */
export function moneyIn(message: string, words: readonly string[]): 'billing' | 'records' | 'both' | 'none' {
  if (!words.some((word) => sharedNoun.test(word) || billing.test(word))) return 'none'
  const [isBilling, isMoving] = [billing.test(message), moving.test(message)]
  return isBilling === isMoving ? 'both' : isBilling ? 'billing' : 'records'
}
