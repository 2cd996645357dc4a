/** What a draft changes of the live version, in words. Of a secret only that it was changed. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { RecordFilter, RecordRules } from '#contract/connectors/config/records/record-filter.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ConfigPart } from '#contract/connectors/runs/timeline.ts'
import { type ChangedSetting, changedSettings } from '#src/machines/connectors/details/changed-settings.ts'
import { fieldPlace } from '../../kit/text/field-names.ts'
import { reviewMessages } from './review.messages.ts'
import { rhythmOf } from './rhythm-text.ts'

const { changesOf: messages, parts: partNames } = reviewMessages

type Compared = Pick<
  ConnectorDetails,
  | 'trigger'
  | 'sourceConfiguration'
  | 'destinationConfiguration'
  | 'dataMapping'
  | 'enrichment'
  | 'records'
  | 'routes'
  | 'undeployedChanges'
>

const partNameOf: Readonly<Record<ConfigPart, string>> = {
  ...partNames,
  name: partNames.profile,
  records: partNames.filter,
  dataMapping: partNames.mapping,
  routes: partNames.routes,
}
const shownLength = 60

/** One sentence a change, in the order of the steps. */
export function changeTexts(live: Compared, config: ConnectorConfig): readonly string[] {
  const parts = live.undeployedChanges
  const settings = changedSettings({ ...live, config }, parts)
  return parts.flatMap((part) => {
    const own = settings.filter((it) => it.part === part)
    if (part === 'name') return [messages.name(config.name)]
    if (part === 'trigger') return [triggerChange(live.trigger, config.trigger)]
    if (part === 'records') return recordChanges(live.records, config.records)
    if (own.length === 0)
      return [isReordered(part, live, config) ? messages.reordered(partNameOf[part]) : messages.unseen(partNameOf[part])]
    if (part === 'dataMapping') return mappingChanges(own)
    return part === 'enrichment' ? enrichmentChanges(own) : own.map((it) => settingChange(fieldPlace(`/${part}${it.path}`), it))
  })
}

/** What is told of the rules for records, one sentence each. */
function recordChanges(live: RecordRules | undefined, draft: RecordRules | undefined): readonly string[] {
  const differs = (name: keyof RecordRules) => JSON.stringify(live?.[name]) !== JSON.stringify(draft?.[name])
  return [
    ...(differs('only') ? [filterChange(live?.only, draft?.only)] : []),
    ...(differs('each') ? [draft?.each === undefined ? messages.linesRemoved : messages.linesChanged(draft.each.path)] : []),
    ...(differs('group') ? [draft?.group === undefined ? messages.groupsRemoved : messages.groupsChanged(draft.group.by)] : []),
  ]
}

/** A filter changes what is sent from now on, and nothing of what was sent before. */
function filterChange(live: RecordFilter | undefined, draft: RecordFilter | undefined): string {
  if (live === undefined) return messages.filterAdded
  return draft === undefined ? messages.filterRemoved : messages.filterChanged
}

function triggerChange(live: ConnectorConfig['trigger'], draft: ConnectorConfig['trigger']): string {
  const [from, to] = [rhythmOf(live), rhythmOf(draft)]
  return from === to ? messages.changed(messages.start) : messages.setting(messages.start, lowered(from), lowered(to))
}

const lowered = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))

function settingChange(place: string, { live, draft, isSecret }: ChangedSetting): string {
  if (isSecret) return messages.changed(place)
  // A group of settings that is new says more in its own form than as JSON.
  if (isGroup(live) || isGroup(draft))
    return live === null ? messages.set(place) : draft === null ? messages.cleared(place) : messages.changed(place)
  const [from, to] = [shownValue(live), shownValue(draft)]
  // Two long values may begin alike.
  return from === to ? messages.changed(place) : messages.setting(place, from, to)
}

/** Mapped fields and enrichments are compared by their names, so their order is compared by itself. */
function isReordered(part: ConfigPart, live: Compared, draft: ConnectorConfig): boolean {
  const namesOf = ({ dataMapping, enrichment }: Pick<ConnectorConfig, 'dataMapping' | 'enrichment'>) =>
    part === 'dataMapping' ? dataMapping.map(({ targetPath }) => targetPath) : enrichment.map(({ id, title }) => title ?? id)
  if (part !== 'dataMapping' && part !== 'enrichment') return false
  const [before, after] = [namesOf(live), namesOf(draft)]
  return before.some((name, place) => name !== after[place])
}

const isGroup = (value: string | null) => value !== null && /^[[{]/.test(value)

function shownValue(value: string | null): string {
  const shown = value === null || value === '' ? 'none' : value
  if (Object.hasOwn(messages.values, shown)) return messages.values[shown] ?? shown
  return shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown
}

type Kind = 'added' | 'removed' | 'changed'

/** By the name of the mapped field or of the enrichment, which is the first part of the path. */
function byName(
  settings: readonly ChangedSetting[],
): ReadonlyMap<string, { readonly kind: Kind; readonly settings: readonly ChangedSetting[] }> {
  const found = new Map<string, { readonly kind: Kind; readonly settings: readonly ChangedSetting[] }>()
  for (const it of settings) {
    const [, first = '', ...inside] = it.path.split('/')
    const name = first.replaceAll('~1', '/').replaceAll('~0', '~')
    const isWhole = inside.length === 0 && !it.isSecret
    const kind = isWhole && it.live === null ? 'added' : isWhole && it.draft === null ? 'removed' : 'changed'
    found.set(name, { kind, settings: [...(found.get(name)?.settings ?? []), it] })
  }
  return found
}

function mappingChanges(settings: readonly ChangedSetting[]): string[] {
  const all = [...byName(settings)]
  const namesOf = (kind: Kind) => all.filter(([, it]) => it.kind === kind).map(([name]) => name)
  const [added, removed, changed] = [namesOf('added'), namesOf('removed'), namesOf('changed')]
  return [
    ...(added.length === 0 ? [] : [messages.fieldsAdded(added)]),
    ...(removed.length === 0 ? [] : [messages.fieldsRemoved(removed)]),
    ...(changed.length === 0 ? [] : [messages.fieldsChanged(changed)]),
  ]
}

function enrichmentChanges(settings: readonly ChangedSetting[]): string[] {
  return [...byName(settings)].flatMap(([name, { kind, settings: own }]) => {
    if (kind === 'added') return [messages.enrichmentAdded(name)]
    if (kind === 'removed') return [messages.enrichmentRemoved(name)]
    return own.map((it) => settingChange(messages.enrichment(name, insideOf(it)), it))
  })
}

/** The setting of an enrichment, without the enrichment. */
const insideOf = ({ path }: ChangedSetting) => lowered(fieldPlace(path.slice(path.indexOf('/', 1))))
