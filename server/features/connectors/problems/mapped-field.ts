/** Which field of a mapping a problem is about, and what it is filled from. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { type RemoteReason, remoteReason } from '#contract/kit/remote-reason.ts'

type Mapping = readonly Pick<ConnectorConfig['dataMapping'][number], 'sourcePath' | 'targetPath'>[]

/** Names of a path without places in lists, in small letters. */
const namesOf = (path: string) =>
  path
    .toLowerCase()
    .split(/[.[\]]/)
    .filter((name) => name !== '' && name !== '*' && !/^[0-9]+$/.test(name))
const lastOf = (path: string) => namesOf(path).at(-1) ?? ''

/** The only one of them; null where there is none, or more than one. */
const only = (paths: readonly string[]) => (new Set(paths).size === 1 ? (paths[0] ?? null) : null)

/** The mapped field that a destination's reason is about: the one that it names, or the only one whose name its sentence contains. */
export function fieldOfReason({ said, field }: RemoteReason, mapping: Mapping): string | null {
  const targets = mapping.map(({ targetPath }) => targetPath)
  if (field !== null) {
    const named = namesOf(field).join('.')
    const same = targets.find((path) => namesOf(path).join('.') === named)
    return same ?? only(targets.filter((path) => lastOf(path) === lastOf(field)))
  }
  const words = new Set(said.toLowerCase().split(/[^\p{L}\p{N}_]+/u))
  return only(targets.filter((path) => words.has(lastOf(path))))
}

/** The field that a mapping could not fill, as the engine's sentence begins with it. */
const unfilled = (message: string) => /^"([^"]{1,500})" must /.exec(message)?.[1] ?? null

/** The field that can be corrected in the mapping for a group; null where the problem names none, or none that is mapped. */
export function fieldOfGroup({ code, isMixed, example }: Pick<ProblemGroup, 'code' | 'isMixed' | 'example'>, mapping: Mapping) {
  if (isMixed) return null
  if (code === 'mapping/failed') return unfilled(example.message)
  const reason = code.startsWith('destination/') && example.answer !== null ? remoteReason(example.answer) : null
  return reason && fieldOfReason(reason, mapping)
}

/** What a field is filled from; null where nothing fills it. Without a mapping records are sent as they are read. */
export function filledFrom(path: string, mapping: Mapping): string | null {
  if (mapping.length === 0) return path
  const names = namesOf(path).join('.')
  return mapping.find(({ targetPath }) => namesOf(targetPath).join('.') === names)?.sourcePath ?? null
}
