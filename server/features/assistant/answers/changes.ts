/** What changed, how two versions differ, and where a record is. */
import { configParts } from '#contract/connectors/runs/timeline.ts'
import { inOneSnapshot } from '../../../platform/database/snapshot.ts'
import { findVersion, listVersions } from '../../connectors/deployments/versions.repository.ts'
import { pageOfTimeline } from '../../connectors/runs/timeline.repository.ts'
import { findRecords } from '../counting.repository.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { askWhich } from './causes.ts'
import { whenWord } from './figures.ts'

const listed = 5

export async function whatChanged(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, connector, when } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `What changed in ${name}?`)
  const asked = {
    companyId: caller.companyId,
    connectorId: connector.id,
    kinds: ['change', 'deployment'] as const,
    page: 1,
    limit: 50,
  }
  const { entries, total } = await inOneSnapshot(db, (tx) => pageOfTimeline(tx, asked))
  const since = new Date(when.from).toISOString()
  const found = when.isNamed ? entries.filter((it) => it.at >= since) : entries
  const href = `${connectorHref(connector.id)}?tab=timeline`
  if (found.length === 0) {
    return speech.say(
      'Nothing of ',
      quote(connector.name),
      ' was changed',
      whenWord(when),
      quote(when.label),
      '. In all there are ',
      speech.fact('Changes and deployments', total, href),
      ' changes and deployments.',
    )
  }
  speech.say(
    'The newest of ',
    speech.fact('Changes and deployments', total, href),
    ' changes and deployments of ',
    quote(connector.name),
    ':',
  )
  for (const it of found.slice(0, listed)) {
    const by = it.actor === null ? [] : [' by ', quote(it.actor)]
    if (it.kind === 'change') speech.item(at(it.at), ': ', quote(it.what), ...by, '. ', quote(it.detail))
    else if (it.kind === 'deployment') {
      const version = it.toVersion === null ? [] : [' of version ', speech.fact('Version', it.toVersion, href)]
      const parts = it.changed.length === 0 ? [] : ['; it changed: ', quote(it.changed.join(', '))]
      speech.item(at(it.at), it.isLive ? ': deployment' : ': failed deployment', ...version, ...by, ...parts, '.')
    }
  }
  speech.say(link(href, 'The whole timeline'))
  speech.suggest('Compare the last two versions')
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
      speech.fact('Versions', total, base),
      ' versions. For a comparison I need two different ones.',
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
        '. It has ',
        speech.fact('Versions', total, base),
        ' versions.',
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

const statusWords = { success: 'was delivered', failure: 'failed', skipped: 'was skipped', unknown: 'may have arrived' } as const

export async function findRecord(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, marked } = scene
  const keys = marked.ids
  if (keys.length === 0)
    return speech.say('Which record do you mean? Tell me its key in the source, for example an order number.')
  const named = marked.connectors.length > 0 ? connector : null
  const found = await findRecords(db, { ...scope, connectorId: named?.id ?? null }, keys, 10)
  if (found.length === 0) {
    speech.say(
      'I found no record with the key ',
      quote(keys.join(', ')),
      ' in the runs that I looked through. A record is found by its own key only.',
    )
    if (connector)
      speech.say(
        link(
          `${connectorHref(connector.id)}/studio?${new URLSearchParams({ tab: 'investigator', period: '1y', q: keys[0] ?? '' })}`,
          'Search its payloads in the Investigator',
        ),
      )
    return
  }
  speech.say('The newest ways of the record ', quote(keys.join(', ')), ':')
  for (const it of found.slice(0, listed)) {
    const run = `${connectorHref(it.connectorId)}/runs/${it.runId}`
    speech.item(
      link(connectorHref(it.connectorId), it.connectorName),
      ' read it at ',
      at(it.readAt),
      ': it ',
      statusWords[it.status],
      it.message ? ': ' : '',
      it.message ? quote(it.message) : '',
      ' ',
      link(run, 'Run'),
    )
  }
}
