/** Which field of a mapping a problem is about, and what it is filled from. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import type { RemoteReason } from '#contract/kit/reason/markup-reason.ts'
import { remoteReason } from '#contract/kit/reason/remote-reason.ts'

type Mapping = readonly Pick<ConnectorConfig['dataMapping'][number], 'sourcePath' | 'targetPath'>[]

/** Names of a path without places in lists, in small letters. */
const namesOf = (path: string) =>
  path
    .toLowerCase()
    .split(/[.[\]]/)
    .filter((name) => name !== '' && name !== '*' && !/^[0-9]+$/.test(name))
const lastOf = (path: string) => namesOf(path).at(-1) ?? ''

/** "phoneNumber", "phone_number" and "Phone number" are one name. */
const squeezed = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '')

/** The only one of them; null where there is none, or more than one. */
const only = (paths: readonly string[]) => (new Set(paths).size === 1 ? (paths[0] ?? null) : null)

/** The mapped field that a response names: itself, one of its last name, or the object that it is in. */
function fieldNamed(field: string, targets: readonly string[]): string | null {
  const named = namesOf(field).map(squeezed).join('.')
  const squeezedOf = (path: string) => namesOf(path).map(squeezed).join('.')
  const same = targets.find((path) => squeezedOf(path) === named)
  const alike = same ?? only(targets.filter((path) => squeezed(lastOf(path)) === squeezed(lastOf(field))))
  return alike ?? only(targets.filter((path) => named.startsWith(`${squeezedOf(path)}.`)))
}

/** Words of a sentence beside each other that can be one name. */
const wordsOfName = 3

/** The only mapped field whose name a sentence contains, in one word or in several. */
function fieldInSentence(said: string, targets: readonly string[]): string | null {
  const words = said
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const names = new Set(
    words.flatMap((_, at) => Array.from({ length: wordsOfName }, (__, more) => words.slice(at, at + more + 1).join(''))),
  )
  return only(targets.filter((path) => names.has(squeezed(lastOf(path)))))
}

/** The mapped field that a destination's reason is about: the one that it names, or the only one whose name its sentence contains. */
export function fieldOfReason({ said, field }: RemoteReason, mapping: Mapping): string | null {
  const targets = mapping.map(({ targetPath }) => targetPath)
  return field === null ? fieldInSentence(said, targets) : fieldNamed(field, targets)
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
