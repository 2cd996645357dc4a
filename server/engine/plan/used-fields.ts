/** Which members of its records a connector reads. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { otherDestinations, withDestination } from '#contract/connectors/config/routes/routes.ts'
import { type Path, parsePath } from '../../platform/json/path.ts'
import { compiledGroupOf } from '../group/compiled-group.ts'
import { compileMapping } from '../mapping/compile.ts'
import { compileFilter } from '../mapping/record-filter.ts'
import { itemName, itemNumberName } from '../mapping/record-split.ts'
import { routingOf } from './routing.ts'
import { splitOf } from './splitting.ts'

/** Null: all of them, because the whole record is sent, or because a path does not begin with a name. */
export function usedFieldsOf(config: ConnectorConfig): ReadonlySet<string> | null {
  const names = usedFieldsOfOne(config)
  if (names === null) return null
  for (const route of otherDestinations(config)) {
    const others = usedFieldsOfOne(withDestination(config, route))
    if (others === null) return null
    for (const name of others) names.add(name)
  }
  // With groups, the rules of destinations read groups.
  for (const [first] of config.records?.group === undefined ? (routingOf(config)?.paths ?? []) : []) {
    if (first?.kind !== 'name') return null
    names.add(first.name)
  }
  const [list] = splitOf(config)?.path ?? []
  if (list?.kind === 'name') {
    // These are made of the list: no source has them.
    names.delete(itemName)
    names.delete(itemNumberName)
    names.add(list.name)
  }
  return names
}

function usedFieldsOfOne(config: ConnectorConfig): Set<string> | null {
  const { source, dataMapping, enrichment, records } = config
  const group = compiledGroupOf(config)
  const mapping = compileMapping(dataMapping)
  if ((dataMapping.length === 0 && group === null) || 'errors' in mapping) return null
  const asked = enrichment.flatMap(({ lookup }) => lookup?.parameters ?? [])
  const filter = records?.only === undefined ? null : compileFilter(records.only)
  const paths: Path[] = [
    ...(filter !== null && 'filter' in filter ? filter.filter.paths : []),
    // The mapping of a group reads the group.
    ...(group === null ? mapping.lines.flatMap(({ sources }) => sources) : group.reads.map(({ path }) => path)),
    ...asked.map(({ sourcePath }) => {
      const parsed = parsePath(sourcePath)
      return 'path' in parsed ? parsed.path : []
    }),
  ]
  const { keyColumns = [], cursorColumn } = source.databaseConfig ?? {}
  const names = new Set([...keyColumns, ...(cursorColumn === undefined ? [] : [cursorColumn])])
  for (const [first] of paths) {
    if (first?.kind !== 'name') return null
    names.add(first.name)
  }
  return names
}
