/** What changed, and how two versions differ. */
import { configParts, type TimelineEntry } from '#contract/connectors/runs/timeline.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import { findVersion, listVersions } from '#server/records/connectors/versions.repository.ts'
import { pageOfTimeline } from '../../connectors/runs/timeline.repository.ts'
import { connectorHref, connectorsIn, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { askWhich } from './causes.ts'
import { whenWord } from './figures.ts'

const listedMax = 5

/** Connectors whose timelines are read where none is named: those that were changed last stand in the audit log, too. */
const timelinesMax = 50
const readMax = 50

/** What is asked for by a verb, as the history says it. */
const deeds: readonly (readonly [stem: string, what: string])[] = [
  ['paus', 'paused'],
  ['resum', 'resumed'],
  ['creat', 'created'],
  ['renam', 'renamed'],
]

type Change = TimelineEntry & { readonly connectorId: string; readonly connectorName: string }

const partsOf = (it: Change): string =>
  it.kind === 'deployment' ? it.changed.join(' ').toLowerCase() : it.kind === 'change' ? it.detail.toLowerCase() : ''

export async function whatChanged(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, connector, when, scopes } = scene
  const of = connector === null ? connectorsIn(scene).slice(0, timelinesMax) : [connector]
  const read = await inOneSnapshot(db, async (tx) => {
    const all: Change[] = []
    let total = 0
    for (const { id, name } of of) {
      const asked = {
        companyId: caller.companyId,
        connectorId: id,
        kinds: ['change', 'deployment'] as const,
        page: 1,
        limit: readMax,
      }
      const page = await pageOfTimeline(tx, asked)
      total += page.total
      all.push(...page.entries.map((it) => ({ ...it, connectorId: id, connectorName: name })))
    }
    return { all, total }
  })
  const [since, until] = [new Date(when.from).toISOString(), new Date(when.to).toISOString()]
  const { person } = scopes
  const by = person === null ? null : `${person.firstName} ${person.lastName}`
  const deed = deeds.find(([stem]) => scene.hasWord(stem))
  const asksForDeployments =
    deed === undefined &&
    scene.hasWord('deploy', 'deployment', 'releas', 'publish') &&
    !scene.hasWord('chang', 'change', 'edit', 'modify')
  const asksForMapping = deed === undefined && scene.hasWord('map', 'field')
  // A saved draft does not say which part of it was changed.
  const isOfMapping = (it: Change) =>
    partsOf(it).includes('mapping') || (connector !== null && it.kind === 'change' && it.what === 'edited')
  const found = read.all
    // The order to deploy is a change too; the deployment that it began is the entry that says what came of it.
    .filter((it) => it.kind !== 'change' || it.what !== 'deployed')
    .filter((it) => !asksForDeployments || it.kind === 'deployment')
    .filter((it) => !asksForMapping || isOfMapping(it))
    .filter((it) => deed === undefined || (it.kind === 'change' && it.what === deed[1]))
    .filter((it) => (!when.isNamed || (it.at >= since && it.at < until)) && (by === null || it.actor === by))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
  const href = connector === null ? '/system-settings?tab=audit' : `${connectorHref(connector.id)}?tab=timeline`
  const behind = [...(when.isNamed ? [whenWord(when), quote(when.label)] : []), ...(by === null ? [] : [' by ', quote(by)])]
  const ofOne = connector === null ? [] : [' of ', quote(connector.name)]
  if (connector !== null && scene.hasWord('version', 'liv', 'live', 'deploy', 'deployment')) {
    const page = `${connectorHref(connector.id)}?tab=timeline`
    if (scene.liveVersion === null) speech.say('No version of ', quote(connector.name), ' is live.')
    else speech.say('Version ', speech.fact('Live version', scene.liveVersion, page), ' of ', quote(connector.name), ' is live.')
  }
  if (found.length === 0) {
    if (asksForDeployments) speech.say('Nothing', ...ofOne, ' was deployed', ...behind, '.')
    else if (asksForMapping) speech.say('No mapping', ...ofOne, ' was changed', ...behind, '.')
    else if (deed === undefined) speech.say('Nothing', ...ofOne, ' was changed', ...behind, '.')
    else if (connector === null) speech.say(`No connector was ${deed[1]}`, ...behind, '.')
    else speech.say(quote(connector.name), ` was not ${deed[1]}`, ...behind, '.')
    if (read.total > 0) speech.say(...speech.count('Changes and deployments', read.total, href, 'earlier change'), ' in all.')
    return
  }
  speech.say(
    ...speech.count('Changes', found.length, href, asksForDeployments ? 'deployment' : 'change'),
    ...ofOne,
    ...behind,
    found.length > listedMax ? ', the newest first:' : ':',
  )
  for (const it of found.slice(0, listedMax)) {
    const who = it.actor === null ? [] : [' by ', quote(it.actor)]
    const where = connector === null ? [link(connectorHref(it.connectorId), it.connectorName), ': '] : []
    if (it.kind === 'change') speech.item(...where, quote(it.what), ' at ', at(it.at), ...who, '. ', quote(it.detail))
    else if (it.kind === 'deployment') {
      const label = `Version of ${it.connectorName}`
      const version = it.toVersion === null ? ['A version'] : ['Version ', speech.fact(label, it.toVersion, href)]
      const parts = it.changed.length === 0 ? [] : [', changed: ', quote(it.changed.join(', '))]
      speech.item(
        ...where,
        ...version,
        it.isLive ? ' was deployed at ' : ' failed to deploy at ',
        at(it.at),
        ...who,
        ...parts,
        '.',
      )
    }
  }
  if (connector === null && deed === undefined && !asksForDeployments && !asksForMapping)
    speech.say('This covers changes and deployments of connectors only.')
  if (connector !== null || caller.role !== 'USER')
    speech.say(link(href, connector === null ? 'See the audit log' : 'See the timeline'))
  if (connector !== null) speech.suggest('Compare the last two versions')
}

export async function compareVersions(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, connector, marked } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Compare the last two versions of ${name}`)
  const whose = { companyId: caller.companyId, connectorId: connector.id }
  const base = connectorHref(connector.id)
  const { data: newest, total } = await listVersions(db, whose, null, { page: 1, limit: 2 })
  const [one, other] =
    marked.versions.length >= 2 ? marked.versions : [newest[1]?.number, marked.versions[0] ?? newest[0]?.number]
  if (one === undefined || other === undefined || one === other) {
    return speech.say(
      quote(connector.name),
      ' has ',
      ...speech.count('Versions', total, base, 'version'),
      '. A comparison needs two different ones.',
    )
  }
  const [first, second] = [await findVersion(db, whose, null, one), await findVersion(db, whose, null, other)]
  for (const [number, found] of [
    [one, first],
    [other, second],
  ] as const) {
    if (!found)
      return speech.say(
        'There is no version ',
        quote(String(number)),
        ' of ',
        quote(connector.name),
        '. The connector has ',
        ...speech.count('Versions', total, base, 'version'),
        '.',
      )
  }
  if (!first || !second) return
  const isSame = (part: (typeof configParts)[number]) =>
    JSON.stringify(first.config[part]) === JSON.stringify(second.config[part])
  const changed = configParts.filter((part) => !isSame(part))
  const named = (number: number) => speech.fact(`Version ${number}`, number, base)
  if (changed.length === 0)
    speech.say('Versions ', named(one), ' and ', named(other), ' of ', quote(connector.name), ' are the same.')
  else
    speech.say(
      'Versions ',
      named(one),
      ' and ',
      named(other),
      ' of ',
      quote(connector.name),
      ' differ in: ',
      quote(changed.join(', ')),
      '.',
    )
  if (changed.includes('dataMapping')) {
    speech.item(
      'Lines of the mapping: ',
      speech.fact(`Lines of version ${one}`, first.config.dataMapping.length, base),
      ' and ',
      speech.fact(`Lines of version ${other}`, second.config.dataMapping.length, base),
      '.',
    )
  }
  for (const { version } of [first, second])
    speech.item('Version ', named(version.number), ' was made at ', at(version.createdAt), ' by ', quote(version.author), '.')
  speech.suggest('What changed recently?')
}
