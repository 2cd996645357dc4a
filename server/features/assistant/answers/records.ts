/** Where one record is: what became of it in each connector, failures first. By its key, then by every value that it holds. */
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import { searchOf } from '../../../platform/search/search-query.ts'
import { attemptsAt, transactionsAt } from '../../studio/investigator/investigated.repository.ts'
import { type Found, investigate } from '../../studio/investigator/investigation.repository.ts'
import type { InvestigationFilter } from '../../studio/investigator/investigation-pages.repository.ts'
import { type FoundRecord, findRecords, troubledConnectors } from '../counting.repository.ts'
import { stemsOfNames } from '../language/scopes.ts'
import { isForeign } from '../language/spelling.ts'
import { inAddress } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { at, link, listed, quote, type Speech } from '../speech.ts'
import { byRelevance } from './causes.ts'
import { explainFailure } from './failures.ts'
import { whenWord } from './figures.ts'

const listedMax = 8
/** Time that a search through the values of records may take. */
const searchedFor = 4_000

const words = {
  failure: 'failed',
  unknown: 'may have arrived',
  pending: 'is waiting to be delivered',
  skipped: 'was skipped',
  'left-out': 'was left out by the filter',
  success: 'was delivered',
} as const satisfies Record<FoundRecord['status'] | Transaction['status'], string>
const worstFirst = Object.keys(words)

/** What names the record: its key as it was typed, else what stands in quotes, else names and words that are no words of the product. */
function soughtIn({ message, marked }: Scene): readonly string[] {
  if (marked.ids.length > 0) return marked.ids
  const quoted = [...message.matchAll(/["“”]([^"“”]{2,80})["“”]/g)].map(([, text = '']) => text)
  if (quoted.length > 0) return quoted
  const named = marked.words.flatMap(({ from, to, stem }, place) => {
    const text = message.slice(from, to)
    const mark = marked.marks[place] ?? stem
    const isName = place > 0 && /^\p{Lu}/u.test(text) && !['Name', 'System'].includes(mark)
    return mark === 'Person' || mark === 'Number' || isName || isForeign(mark) ? [text] : []
  })
  return named.length === 0 ? [] : [named.join(' ')]
}

/** "SO-1239", "so-1239" */
const spellings = (key: string) => [...new Set([key, key.toUpperCase(), key.toLowerCase()])]

/** "Did … get our newsletter?", "was … invoiced?": connectors whose destination is named by a word of the question. */
function placesIn({ connectors, marked: { words, marks } }: Scene): readonly string[] {
  const meant = words.flatMap(({ stem }, at) => (/^[A-Z]/.test(marks[at] ?? '') || marks[at + 1] === 'Id' ? [] : [stem]))
  return connectors
    .filter(({ name }) => {
      const stems = stemsOfNames([{ name: name.slice(Math.max(0, name.toLowerCase().indexOf(' to ')) + 4) }])
      return name.toLowerCase().includes(' to ') && meant.some((stem) => stems.has(stem))
    })
    .map(({ id }) => id)
}

export async function findRecord(scene: Scene, speech: Speech): Promise<void> {
  const places = scene.connector === null && scene.scopes.among === null ? placesIn(scene) : []
  const narrowed = places.length === 0 ? scene : { ...scene, scopes: { ...scene.scopes, among: places } }
  if (places.length > 0) {
    const names = connectorsIn(narrowed).map(({ id, name }) => link(connectorHref(id), name))
    speech.say('I looked at ', ...listed(names, listedMax), '.')
  }
  await tellRecord(narrowed, speech)
}

const asksYesNo = /^(?:and |so )?(?:did|was|were|has|have|is)\b/i

/** The answer to "did it arrive?" of those connectors that the question names; none where they differ. */
function sayYesNo({ message, scopes, connector }: Scene, found: readonly Pick<Finding, 'status'>[], speech: Speech): void {
  if (!asksYesNo.test(message) || /\b(?:fail|reject|refus|not)/i.test(message.replace('or not', ''))) return
  if (connector === null && scopes.among === null) return
  const statuses = new Set(found.map(({ status }) => status))
  const [status] = statuses
  if (statuses.size !== 1 || status === undefined) return
  if (status === 'success') speech.say('Yes, it was delivered.')
  else if (status === 'failure') speech.say('No, it failed.')
  else if (status === 'skipped') speech.say('No, it was skipped.')
}

/** @returns the connector in which the record failed; null where it failed in none. */
async function tellRecord(scene: Scene, speech: Speech): Promise<string | null> {
  const { db, scope, when } = scene
  const sought = soughtIn(scene)
  if (sought.length === 0) {
    speech.say('Which record do you mean? Name its key or a value, such as an order number or email address.')
    return null
  }
  const time = when.isNamed ? { from: when.from, to: when.to } : { from: null, to: null }
  const named = await findRecords(db, { ...scope, connectorIds: idsIn(scene), ...time }, sought.flatMap(spellings), listedMax)
  if (named.length > 0) {
    sayYesNo(scene, named, speech)
    sayVerdict(sought, named, speech)
    for (const it of named) {
      const message = it.status === 'success' || it.message ? it.message : await reasonAt(scene, it)
      sayRecord({ ...it, message }, speech)
    }
    return failedIn(named)
  }
  return searchValues(scene, speech, sought)
}

const failedIn = (found: readonly Pick<Finding, 'status' | 'connectorId'>[]) =>
  found.find(({ status }) => status === 'failure')?.connectorId ?? null

/** "Why was SO-1011 refused?": what became of that record, and the cause that its connector has. */
export async function explainRecord(scene: Scene, speech: Speech): Promise<void> {
  const failed = await tellRecord(scene, speech)
  const connector = scene.connectors.find(({ id }) => id === failed)
  if (connector) await explainFailure({ ...scene, connector }, speech)
}

/** The answer in a sentence; the connectors follow. */
function sayVerdict(
  sought: readonly string[],
  found: readonly { readonly status: keyof typeof words; readonly connectorId: string }[],
  speech: Speech,
) {
  const statuses = new Set(found.map(({ status }) => status))
  const of = new Set(found.map(({ connectorId }) => connectorId)).size
  const name = quote(sought.join(', '))
  const [only] = found
  if (statuses.size === 1 && only)
    speech.say('Record ', name, ` ${words[only.status]}`, of === 1 ? ':' : ' in every connector that read it:')
  else speech.say('Record ', name, ' did not arrive everywhere:')
}

type Finding = Pick<FoundRecord, 'connectorId' | 'connectorName' | 'runId' | 'endedAt' | 'message'> & {
  readonly status: keyof typeof words
}

function sayRecord(it: Finding, speech: Speech): void {
  speech.item(
    link(connectorHref(it.connectorId), it.connectorName),
    `: ${words[it.status]} at `,
    at(it.endedAt),
    '. ',
    ...(it.message && it.status !== 'success' ? [quote(it.message), ' '] : []),
    link(`${connectorHref(it.connectorId)}/runs/${it.runId}`, 'Open the run'),
  )
}

const failedListed = 10

/** The newest failed records of a time, with their keys and reasons, of those connectors that failed most. */
export async function listFailed(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, scope, when, connector } = scene
  const time = { from: when.from, to: when.to }
  const of =
    connector === null
      ? (await troubledConnectors(db, { ...scope, ...time, connectorIds: idsIn(scene) }, failedListed)).connectors
      : [connector]
  const range = { startDate: new Date(when.from).toISOString(), endDate: new Date(when.to).toISOString() }
  let left = failedListed
  for (const { id, name } of of) {
    if (left === 0) break
    const filter = {
      companyId: caller.companyId,
      connectorId: id,
      status: 'failure' as const,
      search: searchOf(''),
      ...range,
      order: 'newest' as const,
    }
    const { places } = await investigate(db, filter)
    const shown = places.slice(0, left)
    const rows = await transactionsAt(db, caller.companyId, shown)
    left -= rows.length
    for (const [place, row] of rows.entries()) {
      const at = shown[place]
      const reason = (at === undefined ? null : await reasonAt(scene, at)) ?? row.error?.message ?? null
      speech.item(
        link(investigatorHref(id, row.recordKey), `Record ${row.recordKey}`),
        ' of ',
        link(connectorHref(id), name),
        ...(reason === null ? ['.'] : [': ', quote(reason)]),
      )
    }
    speech.say(
      link(`${connectorHref(id)}?tab=transactions&status=failure&${inAddress(when)}`, `See all failed records of ${name}`),
    )
  }
}

/** What the destination said of one record, of its last attempt; null where it said nothing. */
async function reasonAt({ db, caller }: Scene, place: Parameters<typeof attemptsAt>[2]): Promise<string | null> {
  const { attempts } = await attemptsAt(db, caller.companyId, place)
  const body = attempts.findLast(({ answer }) => answer !== null)?.answer?.body
  return body === undefined ? null : remoteMessage(body)
}

/** Of one connector. */
const newestMax = 2

type Searched = { readonly row: Transaction; readonly place: Found['places'][number] | undefined }

/** Places of records that were read again and not sent have no transaction: what was sent comes before them. */
async function newestOf({ db, caller }: Scene, filter: InvestigationFilter, places: Found['places']): Promise<Searched[]> {
  const rowsAt = async (of: Found['places']) => {
    const shown = of.slice(0, newestMax)
    return (await transactionsAt(db, caller.companyId, shown)).map((row, place) => ({ row, place: shown[place] }))
  }
  const rows = await rowsAt(places)
  if (rows.length > 0 || places.length === 0) return rows
  for (const status of ['failure', 'success', 'skipped'] as const) {
    const sent = await investigate(db, { ...filter, status })
    if (sent.places.length > 0) return rowsAt(sent.places)
  }
  return []
}

const investigatorHref = (connectorId: string, text: string) =>
  `${connectorHref(connectorId)}/studio?${new URLSearchParams({ tab: 'investigator', period: '1y', q: text })}`

/** The investigation search of each connector: by ids at the destination, errors and values. */
async function searchValues(scene: Scene, speech: Speech, sought: readonly string[]): Promise<string | null> {
  const { db, caller, when, connector } = scene
  const text = sought.map((it) => `"${it.replaceAll('"', '')}"`).join(' ')
  const time = when.isNamed ? { startDate: new Date(when.from).toISOString(), endDate: new Date(when.to).toISOString() } : {}
  const of = connector === null ? await byRelevance(scene) : connectorsIn(scene).filter(({ id }) => id === connector.id)
  const until = performance.now() + searchedFor
  const found: (Finding & { readonly key: string })[] = []
  const searched: string[] = []
  let hasMore = false
  for (const { id, name } of of) {
    if (performance.now() > until) break
    const filter = { companyId: caller.companyId, connectorId: id, search: searchOf(text), ...time, order: 'newest' as const }
    const { places } = await investigate(db, filter)
    searched.push(id)
    if (places.length > newestMax) hasMore = true
    const rows = await newestOf(scene, filter, places)
    const ids = rows.map(({ row }) => row.transactionId)
    const names = await scene.evidence.names({ companyId: caller.companyId, connectorId: id }, ids)
    for (const { row, place } of rows) {
      const { transactionId, runId, status, recordKey, startDate, endDate, error } = row
      const recordName = names.get(transactionId) ?? recordKey
      const reason = status === 'success' || place === undefined ? null : await reasonAt(scene, place)
      found.push({
        connectorId: id,
        connectorName: name,
        runId,
        status,
        key: recordName === recordKey ? recordKey : `${recordName} (${recordKey})`,
        endedAt: new Date(endDate ?? startDate),
        message: reason ?? error?.message ?? null,
      })
    }
  }
  const range = when.isNamed ? [whenWord(when), quote(when.label)] : []
  if (found.length === 0) {
    speech.say('I found no record with the key or value ', quote(sought.join(', ')), ...range, '.')
    speech.say(
      'I searched ',
      ...speech.count('Connectors searched', searched.length, '/dashboard', 'connector'),
      ', by key and by value.',
    )
  } else {
    sayYesNo(scene, found, speech)
    found.sort((one, other) => worstFirst.indexOf(one.status) - worstFirst.indexOf(other.status))
    speech.say('No record has the key ', quote(sought.join(', ')), ', but these records contain it:')
    for (const it of found.slice(0, listedMax)) {
      const label = link(investigatorHref(it.connectorId, sought[0] ?? ''), `Record ${it.key}`)
      speech.item(
        label,
        ' of ',
        link(connectorHref(it.connectorId), it.connectorName),
        `: ${words[it.status]} at `,
        at(it.endedAt),
        '.',
        ...(it.message && it.status !== 'success' ? [' ', quote(it.message)] : []),
      )
    }
  }
  if (found.length > 0 && (hasMore || found.length > listedMax))
    speech.say('There may be more. Open a record to see all matching records of its connector.')
  if (searched.length < of.length)
    speech.say(
      ...speech.count('Connectors not searched', of.length - searched.length, '/dashboard', 'connector'),
      ' could not be searched in time. Name one connector to search.',
    )
  return failedIn(found)
}
