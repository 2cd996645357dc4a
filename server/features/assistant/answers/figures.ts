/** What questions about records have in common: the sums of a time, and the page that shows them. */
import { chooseConnectors } from '../../analytics/connector-choice.repository.ts'
import { type RecordSums, recordFiguresOf } from '../../connectors/problems/retried.repository.ts'
import { inAddress, type When } from '../language/time/when.ts'
import { connectorHref, idsIn, type Scene } from '../scene.ts'
import { quote, type SentencePart, type Speech } from '../speech.ts'
import { countUnread } from '../structured/facts.repository.ts'

/** Records that were read in a time, by what became of them: each once, by its last outcome. */
export async function recordSums(
  { db, scope, ...scene }: Pick<Scene, 'db' | 'scope' | 'connector' | 'scopes'>,
  { from, to }: When,
): Promise<RecordSums> {
  const ids = idsIn(scene)
  const chosen = await chooseConnectors(db, scope, { ids, environment: null, sandboxOrigin: '' })
  const nothing: RecordSums = {
    ...{ delivered: 0, failed: 0, skipped: 0, unknown: 0, unchanged: 0, leftOut: 0, took: 0 },
    ...{ deliveredLater: 0, deliveredAfter: 0 },
  }
  if (!chosen) return nothing
  const minute = 60_000
  const span = { from: Math.floor(from / minute) * minute, to: Math.ceil(to / minute) * minute }
  const { sums } = await recordFiguresOf(db, chosen.whose, [span], { from: span.from, to: span.from }, [span])
  return sums[0] ?? nothing
}

/** "0 failed" is half of the truth where runs failed before there was a record. */
export async function sayUnread(scene: Scene, when: When, speech: Speech): Promise<void> {
  const runs = await countUnread(scene.db, { ...scene.scope, connectorIds: idsIn(scene) }, when)
  if (runs > 0)
    speech.say(
      ...speech.count('Runs that read nothing', runs, `/runs?result=failed&${inAddress(when)}`, 'run'),
      ' failed before reading any record',
      ...behindFigure(scene, when),
    )
}

export const whenWord = ({ label }: When) => (label.startsWith('the ') ? ' in ' : ' ')

/** " of Orders to NetSuite", where one connector is meant. */
export const ofOne = ({ connector }: Pick<Scene, 'connector'>): SentencePart[] =>
  connector === null ? [] : [' of ', quote(connector.name)]

/** " in the past 24 hours." */
export const atTime = (when: When | null): SentencePart[] => [...(when === null ? [] : [whenWord(when), quote(when.label)]), '.']

/** Behind a figure: of which connector, and when. */
export const behindFigure = (scene: Pick<Scene, 'connector'>, when: When | null): SentencePart[] => [
  ...ofOne(scene),
  ...atTime(when),
]

export const recordsHref = ({ connector }: Scene, when: When, status: string | null) =>
  connector === null
    ? `/dashboard?${inAddress(when)}`
    : `${connectorHref(connector.id)}?tab=transactions${status === null ? '' : `&status=${status}`}&${inAddress(when)}`
