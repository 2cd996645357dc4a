/** Questions about the values of records: they are looked up one by one, never counted or added up. Reasons of failures name some of them. */
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { problemGroups } from '../../connectors/problems/problem-group.ts'
import { troubledConnectors } from '../counting.repository.ts'
import { isForeign } from '../language/spelling.ts'
import { stemOf } from '../language/text.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { link, quote, type Speech } from '../speech.ts'
import { reasonOf } from './failures.ts'

const listedMax = 3
const week = 7 * 86_400_000

/** "Who unsubscribed?": causes of failures that hold the words that nothing else knows. @returns whether there are some. */
export async function sayReasonsWith(scene: Scene, speech: Speech): Promise<boolean> {
  const { db, caller, scope, when, now, marked } = scene
  const sought = marked.words.filter(
    ({ text, stem }, at) =>
      text.length > 4 && (isForeign(stem) || statusWords.has(stem)) && !/^[A-Z]/.test(marked.marks[at] ?? ''),
  )
  if (sought.length === 0) return false
  const range = when.isNamed ? when : { from: now - week, to: now + 60_000, label: 'the past 7 days' }
  const { connectors } = await troubledConnectors(
    db,
    { ...scope, connectorIds: idsIn(scene), from: range.from, to: range.to },
    20,
  )
  const found: { readonly id: string; readonly name: string; readonly group: ProblemGroup; readonly score: number }[] = []
  for (const { id, name } of connectors) {
    const times = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
    const { groups } = await problemGroups(db, { companyId: caller.companyId, connectorId: id, ...times })
    for (const group of groups.slice(0, listedMax)) {
      const words = new Set(
        reasonOf(group)
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .map(stemOf),
      )
      found.push({ id, name, group, score: sought.filter(({ stem }) => words.has(stem)).length })
    }
  }
  // A reason that holds one of many words is another one than the one that is asked for.
  const best = Math.max(0, ...found.map(({ score }) => score))
  if (best === 0 || best * 2 < sought.length) return false
  speech.say('I only know records that failed for such a reason in ', quote(range.label), ':')
  for (const { id, name, group } of found.filter(({ score }) => score === best)) {
    const count = group.failed + group.unknown
    speech.item(
      ...speech.count(`Failed for this reason: ${name}`, count, `${connectorHref(id)}?tab=problems`, 'record'),
      ' of ',
      link(connectorHref(id), name),
      ': ',
      quote(reasonOf(group)),
    )
  }
  return true
}
/** States that records have in other systems. */
const statusWords = new Set(
  'return returned refund refunded cancel cancelled unsubscribe unsubscribed paid unpaid ship shipped expire expired'
    .split(' ')
    .map(stemOf),
)

export async function aboutValues(scene: Scene, speech: Speech): Promise<void> {
  const { connector } = scene
  const isFound = await sayReasonsWith(scene, speech)
  speech.say("I can't filter, count or add up records by their values. I count records by outcome and time.")
  if (isFound) return
  speech.say('The Investigator searches the values of one connector:')
  const of = connector === null ? connectorsIn(scene).filter(({ status }) => status === 'Active') : [connector]
  for (const { id, name } of of.slice(0, listedMax)) speech.item(link(`${connectorHref(id)}/studio?tab=investigator`, name))
  speech.suggest('How many records were delivered today?', 'How many records failed today?')
}
