/** What a problem is called, and what the destination said in its own words. */
import { otherReasonsId, type ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { type RefusalKind, refusalKindOf } from '#contract/connectors/problems/refusal-kind.ts'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import { webPageIn } from '#contract/kit/reason/markup-reason.ts'
import { withoutValues } from '#contract/kit/reason/reason-key.ts'
import { longest, remoteReason } from '#contract/kit/reason/remote-reason.ts'
import { number } from '../../kit/format/numbers.ts'
import { textWithTimes } from '../../kit/text/TextWithTimestamps.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'

export const isOthers = ({ id }: Pick<ProblemGroup, 'id'>) => id === otherReasonsId

/** The reason of the newest record, shortened; null where the destination gave none, or our own sentence has it. */
export function answeredOf({ example: { answer, message } }: Pick<ProblemGroup, 'example'>): string | null {
  if (answer === null || webPageIn(message) !== null) return null
  const said = remoteReason(answer)?.said ?? plainText(answer)
  return said === '' || message.includes(said) ? null : said
}

/** A response without a reason that can be found: as it is, where it is no document. */
const plainText = (answer: string) => (answer.trimStart().startsWith('<') ? '' : answer.trim().slice(0, longest))

const asSentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`.replace(/\.$/, '')

/** A sentence that only its field gives a subject: "must start with a country code". */
const predicate = /^(?:must|should|is|isn't|can't|cannot|has|needs|…) /

/** The last name of a field, as words. */
const wordsOf = (field: string) =>
  (field.split('.').at(-1) ?? field)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const withSubject = (said: string, field: string | null) =>
  field !== null && predicate.test(said) ? `${wordsOf(field)} ${said}` : said

/** What a system said, for a sentence that quotes it: its own quotes are single ones. */
export const quotable = (said: string) => said.replaceAll('"', "'")

/** Whether what was said has values of one record, so that of several it is an example. */
export const hasValues = (said: string) => withoutValues(said) !== said

/** What a problem is called: what the destination said, with a capital. What differs from record to record is not in the name of several. */
export function titleOf(group: ProblemGroup, noun: RecordNoun): string {
  if (isOthers(group)) return messages.otherReasons(group.openRecords > 0 ? group.openRecords : group.records, noun)
  const page = webPageIn(group.example.message)
  if (page !== null) return asSentence(page.text)
  const own = group.example.message === '' ? messages.noMessage : textWithTimes(group.example.message)
  const said = group.isMixed ? null : answeredOf(group)
  if (said === null) return own
  return asSentence(withSubject(group.failed + group.unknown > 1 ? withoutValues(said) : said, group.field))
}

/** What the destination said of the newest record; null where the title has the same words and no field is named beside them. */
export function quoteOf(group: ProblemGroup): string | null {
  const page = isOthers(group) ? null : webPageIn(group.example.message)
  if (page !== null) return page.title === null ? null : messages.pageTitle(page.title)
  const said = isOthers(group) ? null : answeredOf(group)
  if (said === null) return null
  const isExample = group.isMixed || (group.failed + group.unknown > 1 && hasValues(said))
  if (isExample) return messages.forExample(quotable(said))
  return group.field === null ? null : messages.quoted(quotable(said))
}

/** A record that conflicts with one that is there: no reason has to say so. */
const conflict = 409

/** What the destination refused the records for; null where it gave no reason. */
export function refusalOf(group: ProblemGroup): RefusalKind | null {
  const said = isOthers(group) || group.isMixed ? null : answeredOf(group)
  if (said === null) return null
  const kind = refusalKindOf(said)
  return kind === 'value' && group.answerStatus === conflict ? 'duplicate' : kind
}

/** Whether another value of the field could pass: what another record has already, and who is blocked, stays so. */
export const isMappingHelpful = (group: ProblemGroup) => refusalOf(group) !== 'duplicate' && refusalOf(group) !== 'blocked'

/** Records of a problem that wait for somebody, or where none does all of them. */
export const countOf = ({ openRecords, records }: ProblemGroup) => number(openRecords > 0 ? openRecords : records)
