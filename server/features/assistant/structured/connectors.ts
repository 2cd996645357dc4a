/** Connectors by who owns them, which did not run, which is the newest, who paused them, and which lost records in a time. */
import type { Intent } from '#contract/assistant/intents.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { statusName } from '../answers/failures.ts'
import { whenWord } from '../answers/figures.ts'
import { figuresByConnector } from '../connector-figures.repository.ts'
import { inAddress } from '../language/time/when.ts'
import { connectorHref, idsIn, type Scene } from '../scene.ts'
import { at, link, ownSentence, plural, quote, type Speech } from '../speech.ts'
import { failedConnectors, type OwnedConnector, ownedConnectors, pausedBy } from './facts.repository.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const listedMax = 12

const ofScene = (scene: Scene) => ({ ...scene.scope, connectorIds: idsIn(scene) })
const named = ({ id, name }: Pick<OwnedConnector, 'id' | 'name'>) => link(connectorHref(id), name)
const statuses: Partial<Record<NonNullable<Slots['state']>, string>> = { paused: 'Pause', draft: 'Draft', active: 'Active' }
const isOf =
  ({ state }: Slots) =>
  (it: OwnedConnector) =>
    state === undefined || it.status === statuses[state]

/** Whose connectors those that are meant are. */
async function sayOwners(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const found = (await ownedConnectors(scene.db, ofScene(scene))).filter(isOf(slots))
  const [only] = found
  if (only === undefined) {
    speech.say('No connector fits.')
    return true
  }
  const isCreation = slots.deed === 'create'
  if (found.length === 1)
    speech.say(
      named(only),
      ' is owned by ',
      quote(only.owner),
      '.',
      ...(isCreation || slots.when !== undefined ? [' It was created at ', at(only.createdAt), '.'] : []),
    )
  else
    for (const it of found.slice(0, listedMax))
      speech.item(named(it), ': owned by ', quote(it.owner), ...(isCreation ? [', created at ', at(it.createdAt)] : []), '.')
  if (found.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
  return true
}

/** What a person owns. */
async function sayOfPerson(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const { person } = scene.scopes
  const isMine = person === null
  const ownerId = person?.id ?? scene.caller.userId
  const found = (await ownedConnectors(scene.db, ofScene(scene))).filter(isOf(slots)).filter((it) => it.ownerId === ownerId)
  const who = isMine ? ['You own '] : [quote(`${person.firstName} ${person.lastName}`), ' owns ']
  if (found.length === 0) speech.say(...who, 'no matching connectors.')
  else speech.say(...who, ...speech.count('Connectors that are owned', found.length, '/dashboard', 'connector'), ':')
  for (const it of found.slice(0, listedMax)) speech.item(named(it), ': ', quote(statusName(it.status as never)), '.')
  if (found.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
  return true
}

/** The one that was created first or last. */
async function sayCreated(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const found = (await ownedConnectors(scene.db, ofScene(scene)))
    .filter(isOf(slots))
    .toSorted((one, other) => (slots.order === 'first' ? 1 : -1) * (one.createdAt.getTime() - other.createdAt.getTime()))
  const most = slots.number === undefined ? 1 : Number(slots.number)
  if (found.length === 0) speech.say('No connector matches.')
  for (const it of found.slice(0, most))
    speech.item(named(it), ' was created at ', at(it.createdAt), '. Owner: ', quote(it.owner), '.')
  return true
}

/** Active connectors of which no run was started in the time, and the others that could not start. */
async function sayNotRun(scene: Scene, _: Slots, speech: Speech): Promise<boolean> {
  const { db, scope, when } = scene
  const ids = idsIn(scene)
  const own = scene.connectors.filter(({ id, status }) => (ids === null || ids.includes(id)) && status !== 'Draft')
  const quiet: (typeof own)[number][] = []
  for (const it of own) {
    const time = { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() }
    const { total } = await pageOfRuns(db, scope, { connectorId: it.id, ...time, search: '', limit: 1, offset: 0 })
    if (total === 0) quiet.push(it)
  }
  const range = [whenWord(when), quote(when.label)]
  if (quiet.length === 0) speech.say('Every deployed connector had a run', ...range, '.')
  else
    speech.say(
      ...speech.count('Connectors without a run', quiet.length, '/dashboard', 'deployed connector'),
      ' had no run',
      ...range,
      ':',
    )
  for (const it of quiet.slice(0, listedMax))
    speech.item(
      named(it),
      it.status === 'Active' ? '.' : ': ',
      ...(it.status === 'Active' ? [] : [quote(statusName(it.status)), '.']),
    )
  if (quiet.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
  return true
}

/** Who paused a connector, when and why. */
async function sayPaused(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const found = (await ownedConnectors(scene.db, ofScene(scene))).filter(({ status }) => status === 'Pause')
  const ids = idsIn(scene)
  const asked = ids !== null && ids.length === 1 ? scene.connectors.find(({ id }) => id === ids[0]) : undefined
  if (found.length === 0)
    speech.say(
      ...(asked === undefined ? ['No connector'] : [named(asked)]),
      asked === undefined ? ' is paused.' : ' is not paused.',
    )
  else if (slots.count !== undefined || slots.list !== undefined)
    speech.say(
      ...speech.count('Paused connectors', found.length, '/dashboard', 'connector'),
      ` ${plural(found.length, 'is', 'are')} paused:`,
    )
  for (const it of found.slice(0, listedMax)) {
    const last = await pausedBy(scene.db, scene.caller.companyId, it.id)
    speech.item(
      named(it),
      ' was paused at ',
      at(last?.at ?? it.since),
      ...(last?.by === null || last === null ? [] : [' by ', quote(last.by)]),
      '. ',
      ...ownSentence(it.reason),
    )
  }
  return true
}

/** Connectors that failed or lost records in the time, each with its figures. */
export async function sayFailedOnes(scene: Scene, { order }: Slots, speech: Speech): Promise<boolean> {
  const { db, scope, when } = scene
  const failed = await failedConnectors(db, ofScene(scene), when)
  const span = { from: Math.floor(when.from / 60_000) * 60_000, to: Math.ceil(when.to / 60_000) * 60_000 }
  const lost = await figuresByConnector(db, { ...scope, connectorIds: idsIn(scene) }, span, {
    by: ['failed'],
    limit: scene.connectors.length + 1,
  })
  const rows = [...new Map([...failed, ...lost].map(({ id, name }) => [id, name])).entries()]
    .map(([id, name]) => ({
      id,
      name,
      records: lost.find((it) => it.id === id)?.failed ?? 0,
      ...{ runs: 0, unread: 0, ...failed.find((it) => it.id === id) },
    }))
    .toSorted((one, other) => other.records - one.records || other.runs - one.runs)
  const range = [whenWord(when), quote(when.label)]
  const href = `/runs?${inAddress(when)}`
  if (rows.length === 0) speech.say('No connector had failed runs or failed records', ...range, '.')
  else
    speech.say(
      ...speech.count('Connectors with failures', rows.length, href, 'connector'),
      ' had failures',
      ...range,
      ', the most failed records first:',
    )
  const shown = order === 'most' ? rows.slice(0, 3) : rows
  for (const { id, name, records, runs, unread } of shown.slice(0, listedMax))
    speech.item(
      link(connectorHref(id), name),
      ': ',
      ...speech.count(`Failed records: ${name}`, records, `${connectorHref(id)}?tab=problems`, 'failed record'),
      ' in ',
      ...speech.count(`Runs with failures: ${name}`, runs, `${connectorHref(id)}?tab=runs`, 'run'),
      ...(unread > 0
        ? [
            ', ',
            speech.fact(`Runs that read nothing: ${name}`, unread, `${connectorHref(id)}?tab=runs`),
            ' of which failed before reading any record',
          ]
        : []),
      '.',
    )
  const [first] = rows
  if (first !== undefined) speech.suggest(`Why is ${first.name} failing?`)
  return true
}

const base = { subject: 'connector' } as const
const intentOf: Readonly<Record<'owner' | 'health' | 'count', Intent>> = {
  owner: 'configuration',
  health: 'health',
  count: 'count',
}
export const waysOfConnectors: readonly Way[] = [
  {
    ...base,
    intent: intentOf.owner,
    needs: ['deed', 'who'],
    oneOf: [],
    takes: ['scope', 'when', 'list', 'each', 'state'],
    fits: ({ deed, scope, state }) => (deed === 'own' || deed === 'create') && (scope !== undefined || state !== undefined),
    say: sayOwners,
  },
  {
    ...base,
    intent: intentOf.owner,
    needs: ['deed', 'person'],
    oneOf: ['count', 'list', 'whether'],
    takes: ['state', 'scope'],
    fits: ({ deed }) => deed === 'own',
    say: sayOfPerson,
  },
  {
    ...base,
    intent: intentOf.owner,
    needs: ['deed', 'order'],
    oneOf: [],
    takes: ['list', 'when', 'who', 'number', 'state', 'whether'],
    fits: ({ deed, order }) => deed === 'create' && (order === 'first' || order === 'last'),
    say: sayCreated,
  },
  {
    ...base,
    intent: intentOf.health,
    needs: ['not', 'time'],
    oneOf: ['count', 'list', 'whether'],
    takes: ['scope'],
    say: sayNotRun,
  },
  {
    ...base,
    intent: intentOf.health,
    needs: ['state'],
    oneOf: ['who', 'why', 'when', 'since'],
    takes: ['scope', 'when', 'who', 'why', 'list', 'since'],
    fits: ({ state }) => state === 'paused',
    say: sayPaused,
  },
  {
    ...base,
    intent: intentOf.count,
    needs: ['outcome'],
    oneOf: ['list', 'count', 'each'],
    takes: ['of', 'time', 'scope', 'each', 'order', 'sum', 'count'],
    fits: ({ outcome, of, order }) =>
      outcome === 'failed' && (of === undefined || of === 'record' || of === 'run') && order === undefined,
    say: sayFailedOnes,
  },
  {
    ...base,
    intent: intentOf.count,
    needs: ['outcome'],
    oneOf: ['list', 'count', 'each'],
    takes: ['of', 'time', 'scope', 'each', 'order', 'sum', 'count'],
    fits: ({ outcome, of, order }) =>
      outcome === 'failed' && (of === undefined || of === 'record' || of === 'run') && order === 'most',
    // Alone it is answered with a chart.
    isBehind: true,
    say: sayFailedOnes,
  },
]
