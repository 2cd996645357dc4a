/** Records in a company's own words: "client 19", "how many bills are affected", "refused because of the email address", "after the retry". */
import { sql } from 'kysely'
import type { Intent } from '#contract/assistant/intents.ts'
import { linesOfCause } from '../../../connectors/problems/arrivals.repository.ts'
import { pageOfRuns } from '../../../connectors/runs/run-list.repository.ts'
import { operators } from '../../accounting/operators.ts'
import { troubledConnectors } from '../../counting.repository.ts'
import { stemsOfNames } from '../../language/scopes.ts'
import { stemOf } from '../../language/text.ts'
import { namesTime } from '../../language/time/when.ts'
import { emptyStems } from '../../language/vocabulary.ts'
import { connectorHref, type Scene } from '../../scene.ts'
import { link, plural, quote, type Speech } from '../../speech.ts'
import { explainFailure, reasonOf } from '../failures.ts'
import { atTime, recordSums, whenWord } from '../figures.ts'
import { explainRecord, findRecord } from '../records.ts'
import { sayRun } from '../runs.ts'
import { connectorIn, isSpelledLike, lossesOf, meantBy, tokensIn, weekOf } from './own-connector.ts'

type Connector = Scene['connectors'][number]

const of = (scene: Scene, connector: Connector): Scene => ({
  ...scene,
  connector,
  scopes: { ...scene.scopes, among: [connector.id], applied: [], unapplied: [] },
})

/** "Client 19": a number behind what a connector calls its records. */
function lookedUp(scene: Scene): { readonly key: string; readonly connector: Connector } | null {
  const own = meantBy(scene)
  if (scene.marked.ids.length > 0 || scene.scopes.unapplied.some(({ kind }) => kind === 'system')) return null
  const words = scene.marked.words
  for (const [place, { text, stem }] of words.entries()) {
    const next = words[place + 1]
    const key = next === undefined ? '' : scene.message.slice(next.from, next.to)
    if (
      !/^(?:\d{1,12}|[a-z]{1,6}-?\d{1,12})$/i.test(key) ||
      /^(?:19|20)\d\d$/.test(key) ||
      namesTime(words[place + 2]?.text ?? '') ||
      namesTime(text)
    )
      continue
    const named = scene.connectors.filter((it) => stemsOfNames([{ name: it.name.split(/ to /i)[0] ?? '' }]).has(stem))
    const meant = named.length === 1 && own === null ? named[0] : named.find(({ id }) => id === own?.id)
    if (meant !== undefined) return { key, connector: meant }
  }
  return null
}

async function sayLookup(scene: Scene, speech: Speech): Promise<boolean> {
  if (/\b(?:how many|last|newest|first|top)\b/i.test(scene.message)) return false
  const found = lookedUp(scene)
  if (found === null) return false
  const narrowed = { ...of(scene, found.connector), marked: { ...scene.marked, ids: [found.key] } }
  if (/\b(?:why|what happened|reason)\b/i.test(scene.message)) await explainRecord(narrowed, speech)
  else await findRecord(narrowed, speech)
  return true
}

const because = /\b(?:because(?: of)?|due to|since (?:they are|it is)|on account of)\b/i
const reasonsListed = 6
const keysListed = 10

type Cause = {
  readonly connector: Pick<Connector, 'id' | 'name'>
  readonly group: Awaited<ReturnType<typeof lossesOf>>['groups'][number]
}

/** Records that failed for a reason that is asked for: the reason that holds most of its words, or all of them where none does. */
async function sayForReason(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, db, caller, scope } = scene
  const given = because.exec(message)
  if (given === null || !/\b(?:refus|reject|fail|declin|not accept|lost)\w*/i.test(message)) return false
  const asked = [...new Set(tokensIn(message.slice(given.index + given[0].length)).map(stemOf))].filter(
    (stem) => stem.length > 2 && !emptyStems.has(stem),
  )
  if (asked.length === 0) return false
  const when = weekOf(scene)
  const own = meantBy(scene)
  const connectors =
    own === null
      ? (await troubledConnectors(db, { ...scope, connectorIds: null, from: when.from, to: when.to }, 20)).connectors
      : [own]
  const causes: Cause[] = []
  for (const connector of connectors) {
    const { groups } = await lossesOf(scene, connector.id, when)
    causes.push(...groups.map((group) => ({ connector, group })))
  }
  if (causes.length === 0) return false
  const scored = causes
    .map((cause) => {
      const stems = tokensIn(reasonOf({ example: cause.group.example, message: cause.group.message })).map(stemOf)
      return { ...cause, score: asked.filter((stem) => stems.some((it) => isSpelledLike(it, stem))).length }
    })
    .toSorted((one, other) => other.score - one.score)
  const [best, second] = scored
  const isSure = best !== undefined && best.score * 2 >= asked.length && best.score > (second?.score ?? 0)
  if (!isSure)
    speech.say("I can't tell which reason you mean. Records failed for these reasons", whenWord(when), quote(when.label), ':')
  for (const { connector, group } of isSure ? [best] : scored.slice(0, reasonsListed)) {
    const href = `${connectorHref(connector.id)}?tab=problems&problem=${group.id}`
    const parts = [
      ...speech.count(`Failed for this reason: ${group.id}`, group.records, href, 'record'),
      ' of ',
      link(connectorHref(connector.id), connector.name),
      ...(isSure ? [' failed', whenWord(when), quote(when.label), ' for this reason: '] : [': ']),
      quote(reasonOf({ example: group.example, message: group.message })),
    ]
    if (!isSure) speech.item(...parts)
    else {
      speech.say(...parts)
      const later = group.records - group.openRecords
      if (later > 0) speech.say(speech.fact('Delivered later', later, href), ' of them were delivered later.')
      if (!/\b(?:which|who|list|show)\b/i.test(message)) return true
      const range = {
        companyId: caller.companyId,
        connectorId: connector.id,
        ...(await lossesOf(scene, connector.id, when)).range,
      }
      const window = { columns: sql`t.record_key as "recordKey"`, offset: 0, limit: keysListed }
      const { lines, total } = await linesOfCause<{ recordKey: string }>(db, range, group.id, undefined, window)
      for (const { recordKey } of lines) speech.item(link(href, `Record ${recordKey}`))
      if (total > lines.length) speech.say(link(href, 'See all of them'))
    }
  }
  return true
}

/** "How many bills are affected?": different records, and in how many runs they failed. */
async function sayLost(scene: Scene, connector: Connector, speech: Speech): Promise<void> {
  const when = weekOf(scene)
  const { records, open, attempts, runs } = await lossesOf(scene, connector.id, when)
  const href = `${connectorHref(connector.id)}?tab=problems`
  speech.say(
    ...speech.count('Failed records', records, href, 'record'),
    ' of ',
    link(connectorHref(connector.id), connector.name),
    ' failed',
    whenWord(when),
    quote(when.label),
    ...(attempts > records ? [', in ', ...speech.count('Runs in which they failed', runs, href, 'run')] : []),
    '.',
  )
  if (records > open) speech.say(speech.fact('Records delivered later', records - open, href), ' of them were delivered later.')
  if (records > 0)
    speech.say(
      ...speech.count('Records still failed', open, href, 'record'),
      ' of ',
      quote(connector.name),
      ` ${plural(open, 'is', 'are')} still failed.`,
    )
}

const retried = /\b(?:after (?:the|a|our|my) (?:retry|replay)|second time|retried|re-?sent)\b/i
const runsRead = 100
const replaysListed = 5

/** What retries did, and what is still failed after them. */
async function sayRetried(scene: Scene, speech: Speech): Promise<boolean> {
  const { db, scope, message } = scene
  if (!retried.test(message) || !/\b(?:how many|how much|are there|which|did|any|still)\b/i.test(message)) return false
  const when = weekOf(scene)
  const time = { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() }
  const { data } = await pageOfRuns(db, scope, { ...time, search: '', limit: runsRead, offset: 0 })
  const own = meantBy(scene)
  const replays = data.filter(({ trigger, connectorId }) => trigger === 'replay' && (own === null || connectorId === own.id))
  if (replays.length === 0 && own === null) return false
  if (replays.length === 0) speech.say('No retry of ', quote(own?.name ?? ''), ' ran', whenWord(when), quote(when.label), '.')
  for (const run of replays.slice(0, replaysListed)) sayRun(run, speech)
  const ids = new Set(replays.map(({ connectorId }) => connectorId))
  for (const connector of scene.connectors.filter(({ id }) => (own === null ? ids.has(id) : id === own.id)))
    await sayLost(scene, connector, speech)
  return true
}

/** "How many went in and how many didn't?" */
const asksBothWays = (message: string) =>
  (message.match(/\bmany\b/gi)?.length ?? 0) > 1 && /\b(?:did ?n['’]?t|didnt|not|failed?)\b/i.test(message)

async function sayBothWays(scene: Scene, speech: Speech): Promise<boolean> {
  if (!asksBothWays(scene.message)) return false
  const connector = meantBy(scene)
  if (connector === null) return false
  const sums = await recordSums(of(scene, connector), scene.when)
  const href = connectorHref(connector.id)
  speech.say(
    ...speech.count('Delivered records', sums.delivered, href, 'record'),
    ' of ',
    link(href, connector.name),
    ` ${plural(sums.delivered, 'was', 'were')} delivered, `,
    speech.fact('Failed records', sums.failed, href),
    ' failed',
    ...atTime(scene.when),
  )
  if (sums.unknown > 0) speech.say(speech.fact('Records that may have arrived', sums.unknown, href), ' more may have arrived.')
  return true
}

/** @returns the intent of what was answered; null where nothing was. @param previous the question before, where this one points back to it. */
export async function sayOwnRecords(scene: Scene, previous: string | undefined, speech: Speech): Promise<Intent | null> {
  const intent = await recordsIn(scene, previous, speech)
  if (intent !== null) {
    speech.applies(...operators)
    speech.sayNoScopes()
  }
  return intent
}

async function recordsIn(scene: Scene, previous: string | undefined, speech: Speech): Promise<Intent | null> {
  const { message } = scene
  if (await sayLookup(scene, speech)) return 'find-record'
  if (await sayForReason(scene, speech)) return 'count'
  if (await sayRetried(scene, speech)) return 'count'
  if (await sayBothWays(scene, speech)) return 'count'
  if (/\bhow many\b/i.test(message) && /\b(?:affected|concerned|involved)\b/i.test(message)) {
    const pointsBack = previous !== undefined && /\b(?:they|them|those|these|it)\b/i.test(message)
    const connector = meantBy(scene) ?? (pointsBack ? connectorIn(previous, scene) : null)
    if (connector === null) return null
    await sayLost(scene, connector, speech)
    return 'count'
  }
  // "The bills" are what a connector moves, and not what the company pays.
  if (/^(?:and |but |so )?why\b/i.test(message) && (scene.intent === 'usage' || scene.intent === 'out-of-scope')) {
    const connector = meantBy(scene)
    if (connector === null) return null
    await explainFailure(of(scene, connector), speech)
    return 'explain-failure'
  }
  return null
}
