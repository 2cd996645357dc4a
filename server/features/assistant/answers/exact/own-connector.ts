/** Which connector a question means by the words of its name: "the bills", "Ledgerly". They go before nouns of the product. */
import { groupsWithArrivals } from '../../../connectors/problems/problem-group.ts'
import { countRuns } from '../../counting.repository.ts'
import { stemsOfNames } from '../../language/scopes.ts'
import { isForeign } from '../../language/spelling.ts'
import { stemOf } from '../../language/text.ts'
import { emptyStems } from '../../language/vocabulary.ts'
import type { Scene } from '../../scene.ts'

type Connector = Scene['connectors'][number]

const week = 7 * 86_400_000
const slipsFrom = 6

/** One letter too many, too few or another one, of words that are long enough for it. */
export function isSpelledLike(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < slipsFrom || Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [rest, restOther] = [one.slice(at), other.slice(at)]
  return rest.slice(1) === restOther.slice(1) || rest.slice(1) === restOther || rest === restOther.slice(1)
}

export const tokensIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The one connector that most words of a text name; null where several are named as well, or one by a word of the product only. */
export function connectorIn(text: string, { connectors }: Pick<Scene, 'connectors'>): Connector | null {
  const stems = tokensIn(text).map(stemOf)
  const scored = connectors
    .map((connector) => {
      const found = [...stemsOfNames([connector])].filter((own) => stems.some((stem) => isSpelledLike(stem, own)))
      return { connector, score: found.length, isOwn: found.some((stem) => isForeign(stem) && !emptyStems.has(stem)) }
    })
    .toSorted((one, other) => other.score - one.score)
  const [first, second] = scored
  if (!first || first.score === 0 || first.score === second?.score) return null
  return first.isOwn || first.score > 1 ? first.connector : null
}

/** The connector that the question names, by its whole name or by words of it. */
export const meantBy = (scene: Scene): Connector | null => {
  const [named, other] = scene.marked.connectors
  if (named !== undefined && other === undefined) return scene.connectors.find(({ id }) => id === named) ?? null
  return named === undefined ? connectorIn(scene.message, scene) : null
}

/** A time that was named, else the past week. */
export const weekOf = ({ when, now }: Pick<Scene, 'when' | 'now'>): Scene['when'] =>
  when.isNamed ? when : { ...when, from: now - week, to: now + 60_000, label: 'the past week', period: '7d' }

/** What a connector lost in a time: different records, those that are still failed, and the runs in which they failed. */
export async function lossesOf(scene: Scene, connectorId: string, { from, to }: Pick<Scene['when'], 'from' | 'to'>) {
  const { db, caller, scope } = scene
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const { groups, isCut } = await groupsWithArrivals(db, { companyId: caller.companyId, connectorId, ...range })
  const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((all, group) => all + of(group), 0)
  const asked = { ...scope, connectorIds: [connectorId], from, to }
  const runs = (await countRuns(db, asked, 'failed')) + (await countRuns(db, asked, 'completedWithErrors'))
  return {
    ...{ groups, isCut, runs, range },
    records: sum((it) => it.records),
    open: sum((it) => it.openRecords),
    attempts: sum((it) => it.failed + it.unknown),
    unknown: sum((it) => it.unknown),
  }
}
