/** Answers of questions that are read as slots, and what a question that points at the answer before takes over from it. */
import type { Intent } from '#contract/assistant/intents.ts'
import { operators } from '../accounting/operators.ts'
import { tokensIn } from '../answers/exact/own-connector.ts'
import { explainFailure } from '../answers/failures.ts'
import { sayScopes } from '../answers/scoping.ts'
import type { When } from '../language/time/when.ts'
import type { Scene } from '../scene.ts'
import { createSpeech, type Speech } from '../speech.ts'
import { waysOfAlerts } from './alerts.ts'
import { waysOfConnectors } from './connectors.ts'
import { waysOfInvoices } from './invoices.ts'
import { moneyIn, plainOf } from './plain.ts'
import { wayOfConnectorCost, waysOfPlans } from './plans.ts'
import { type Question, questionIn, type Slot, type Slots } from './reading.ts'
import { wayOfRanking, waysOfRecords } from './records.ts'
import { waysOfRuns } from './runs.ts'
import { waysOfSchedules } from './schedules.ts'
import { isFor, type Way } from './ways.ts'

const failure = (slots: Slots) => slots.outcome === 'failed' || slots.outcome === 'errors'
/** "Why?" behind failed runs, records and connectors. */
const waysOfReasons: readonly Way[] = (['run', 'record', 'connector'] as const).map((subject) => ({
  subject,
  intent: 'explain-failure',
  needs: ['why', 'outcome'],
  oneOf: [],
  takes: ['scope', 'time', 'of'],
  isBehind: true,
  fits: failure,
  say: async (scene, _, speech) => {
    await explainFailure(scene, speech)
    return true
  },
}))

const ways: readonly Way[] = [
  ...waysOfReasons,
  ...waysOfPlans,
  wayOfConnectorCost,
  ...waysOfInvoices,
  ...waysOfSchedules,
  ...waysOfAlerts,
  ...waysOfRecords,
  wayOfRanking,
  ...waysOfRuns,
  ...waysOfConnectors,
]

/** What a question asked, for the one behind it. */
export type Asked = {
  readonly slots: Slots
  readonly when: When
  /** Connectors that it was narrowed to; null of none. */
  readonly among: readonly string[] | null
  readonly person: Scene['scopes']['person']
}
/** The question before, and the connectors that its answer names, in its order. */
export type Before = {
  readonly asked: Asked | null
  readonly named: readonly string[]
  /** Connectors that it was narrowed to, however it was answered; null of none. */
  readonly among: readonly string[] | null
  /** Key of the record that it was about; null of none. */
  readonly record: string | null
  /** Where it asked for values of records, what it was; null of others. */
  readonly values: Scene | null
  /** Connectors of the last answer that named several. */
  readonly list: readonly string[]
  /** The question as it was read, and the answer as one text. */
  readonly message: string
  readonly said: string
}

const measures: readonly Slot[] = [
  'count',
  'list',
  'sum',
  'average',
  'share',
  'each',
  'whether',
  'when',
  'since',
  'why',
  'who',
  'howLong',
  'more',
  'order',
]
const filters: readonly Slot[] = ['outcome', 'state', 'trigger', 'not']
const isOwnMeasure = (slots: Slots) => measures.some((slot) => slot in slots)
/** Answers of these name connectors; those of runs and records name what is narrowed already. */
const naming: ReadonlySet<string> = new Set(['connector', 'alert', 'schedule'])

type Resolved = { readonly slots: Slots; readonly scene: Scene }

/** The slots of a question with those that it takes over. @returns null where it points at nothing that is known. */
function resolved(question: Question, scene: Scene, before: Before | null): Resolved | null {
  const { slots, pointsBack, pointsAtOne, isElliptical } = question
  const isFollowing = (pointsBack && slots.scope === undefined) || isElliptical
  const asked = before?.asked ?? null
  if (before === null || !isFollowing) return slots.subject === undefined ? null : { slots, scene }
  const subject = slots.subject ?? asked?.slots.subject
  if (subject === undefined) return null
  const merged: Record<string, string> = { ...slots, subject }
  const isSame = asked !== null && asked.slots.subject === subject
  // A question of its own that is merely short: "which alerts are active?"
  const isOwn =
    slots.subject !== undefined &&
    !pointsBack &&
    !/^(?:and|what about|how about|only|just|but|also)\b/i.test(scene.message.trim())
  if (isOwn) return { slots, scene }
  const taken = (slot: Slot) => {
    const value = asked?.slots[slot]
    if (value !== undefined && !(slot in merged)) merged[slot] = value
  }
  if (isSame) {
    for (const slot of filters) taken(slot)
    if (!('deed' in slots) && (slots.subject === undefined || !isOwnMeasure(slots))) taken('deed')
    if (!isOwnMeasure(slots)) for (const slot of [...measures, 'of', 'plan', 'number'] as const) taken(slot)
  }
  const isTimed = slots.time !== undefined
  if (!isTimed) taken('time')
  const when = isTimed || asked === null || asked.slots.time === undefined ? scene.when : asked.when
  const isSamePerson = isSame && slots.person === undefined
  if (isSamePerson) taken('person')
  const among = slots.scope === undefined ? idsOf(before, { isSame, pointsBack, pointsAtOne }) : scene.composedScopes.among
  if (among !== null) merged['scope'] = ''
  const scopes = {
    ...scene.composedScopes,
    ...(slots.scope === undefined ? { among, applied: [], unapplied: [] } : {}),
    ...(isSamePerson ? { person: asked.person } : {}),
  }
  return { slots: merged as Slots, scene: { ...scene, when, composedScopes: scopes } }
}

/** Connectors that a question is about that names none. */
function idsOf(
  { asked, named, among }: Before,
  { isSame, pointsBack, pointsAtOne }: { readonly isSame: boolean; readonly pointsBack: boolean; readonly pointsAtOne: boolean },
): readonly string[] | null {
  const own = asked === null ? among : asked.among
  const subject = asked?.slots.subject
  const isNaming = subject === undefined || naming.has(subject) || asked?.slots.order !== undefined
  if (named.length === 0 || (!pointsBack && !isSame && !isNaming)) return own
  if (isSame && !naming.has(subject ?? '') && !pointsAtOne) return own
  if (!isNaming) return own
  return pointsAtOne && (asked?.slots.order !== undefined || named.length === 1 || asked === null) ? named.slice(0, 1) : named
}

/** The scene of one way: narrowed to what the slots say, and to nothing else. */
function narrowed(scene: Scene, slots: Slots): Scene {
  const scopes = slots.scope === undefined ? { ...scene.composedScopes, among: null, applied: [] } : scene.composedScopes
  const [only, other] = scopes.among ?? []
  const connector = only !== undefined && other === undefined ? (scene.connectors.find(({ id }) => id === only) ?? null) : null
  return { ...scene, scopes, connector }
}

async function sayOne(scene: Scene, slots: Slots, isFollowing: boolean, speech: Speech): Promise<Way | null> {
  const able = ways.filter((way) => (isFollowing || way.isBehind === undefined) && isFor(way, slots))
  for (const way of able) {
    const own = createSpeech()
    if (await way.say(narrowed(scene, slots), slots, own)) {
      speech.takes(own)
      return way
    }
  }
  return null
}

/** "The price list" names a connector by two words of its name, which narrow nothing where they stand alone. */
function nicknamed(scene: Scene): Pick<Scene, 'scopes' | 'composedScopes'> {
  const { composedScopes, message, connectors } = scene
  const known = { scopes: composedScopes, composedScopes }
  if (composedScopes.among !== null) return known
  const tokens = new Set(tokensIn(message))
  const fitting = connectors
    .map(({ id, name }) => ({ id, words: tokensIn(name).filter((word) => tokens.has(word) && word.length > 2) }))
    .filter(({ words }) => words.length > 1)
    .toSorted((one, other) => other.words.length - one.words.length)
  const [first, second] = fitting
  if (first === undefined || first.words.length === second?.words.length) return known
  const scopes = { ...composedScopes, among: [first.id], applied: [...composedScopes.applied, ...first.words] }
  return { scopes, composedScopes: scopes }
}

/** "Who owns it?" is about now, whatever time and outcome the question before was about: what was taken over is left out where it does not fit. */
function triesOf(slots: Slots, { slots: own }: Question): readonly Slots[] {
  const without = (left: readonly Slot[]) =>
    Object.fromEntries(Object.entries(slots).filter(([slot]) => slot in own || !left.includes(slot as Slot))) as Slots
  const all = [slots, without(['time']), ...(own.deed === 'own' ? [without(['time', ...filters])] : [])]
  return all.filter((it, place) => place === 0 || Object.keys(it).length < Object.keys(all[place - 1] ?? {}).length)
}

/** What a question asks that is answered elsewhere, for the one behind it. */
export function askedIn(scene: Scene, before: Before | null): Asked | null {
  const of = { ...scene, ...nicknamed(scene) }
  const plain = plainOf(of, moneyIn(scene.message, scene.words) === 'billing')
  const question = plain === null ? null : questionIn(plain)
  const found = question === null ? null : resolved(question, of, before)
  if (found === null) return null
  const { among, person } = found.scene.composedScopes
  return { slots: found.slots, when: found.scene.when, among: found.slots.scope === undefined ? null : among, person }
}

/** The connector of the page narrows a question that names none. */
function withPage(scene: Scene, slots: Slots, pageId: string | null): Resolved {
  const isNarrowing = slots.scope === undefined && pageId !== null && scene.connector?.id === pageId
  const isOfPage = isNarrowing && slots.subject !== 'invoice' && slots.subject !== 'plan' && slots.subject !== 'connector'
  if (!isOfPage) return { slots, scene }
  return { slots: { ...slots, scope: '' }, scene: { ...scene, composedScopes: { ...scene.composedScopes, among: [pageId] } } }
}

/** @param pageId connector of the page that is open. @returns what was asked and how it was answered; null where it is not read as slots. */
export async function sayStructured(
  scene: Scene,
  before: Before | null,
  pageId: string | null,
  speech: Speech,
): Promise<{ readonly intent: Intent; readonly asked: Asked } | null> {
  const { message, words, marked, compared, composedScopes } = scene
  if (compared.length > 0 || composedScopes.among?.length === 0 || marked.ids.length > 0 || marked.codes.length > 0) return null
  if (/^how (?:do|can|could|should|to|would) /i.test(message.trim()) && !/^how would\b/i.test(message)) return null
  const of = { ...scene, ...nicknamed(scene) }
  const money = marked.connectors.length > 0 ? 'none' : moneyIn(message, words)
  const readings = money === 'billing' ? [true] : money === 'both' ? [false, true] : [false]
  const told: { readonly speech: Speech; readonly way: Way; readonly found: Resolved; readonly isMoney: boolean }[] = []
  for (const asBilling of readings) {
    const plain = plainOf(of, asBilling)
    const question = plain === null ? null : questionIn(plain)
    if (question === null) continue
    const found = resolved(question, of, before)
    if (found === null) continue
    const isOfMoney = found.slots.subject === 'invoice' || found.slots.subject === 'plan'
    if (readings.length > 1 && asBilling !== isOfMoney) continue
    const { slots, scene: narrowedTo } = withPage(found.scene, found.slots, pageId)
    const own = createSpeech()
    const isFollowing = before !== null && (question.isElliptical || question.pointsBack)
    for (const tried of triesOf(slots, question)) {
      const way = await sayOne(narrowedTo, tried, isFollowing, own)
      if (way === null) continue
      told.push({ speech: own, way, found: { slots: tried, scene: narrowedTo }, isMoney: isOfMoney })
      break
    }
  }
  const [first, second] = told
  if (first === undefined) return null
  const isBoth = second !== undefined
  // Where "invoices" may be both, one of two answers alone would be a guess.
  if (readings.length > 1 && !isBoth && !first.isMoney && first.way.intent !== 'usage' && /\b(?:our|my|we)\b/i.test(message))
    return null
  for (const it of told) {
    if (isBoth) speech.say(it.isMoney ? 'Invoices that your company gets from Datacrane:' : 'Records of your connectors:')
    speech.takes(it.speech)
  }
  speech.applies(...operators)
  const { slots, scene: at } = first.found
  const shown = narrowed(at, slots)
  if (slots.scope !== undefined && !isBoth)
    sayScopes({ ...shown, scopes: { ...shown.scopes, person: null }, intent: 'count' }, speech)
  speech.sayNoScopes()
  const { among, person } = at.composedScopes
  return { intent: first.way.intent, asked: { slots, when: at.when, among: slots.scope === undefined ? null : among, person } }
}
