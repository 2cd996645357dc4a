import type { Lack, Party } from '#src/machines/builder/draft/missing.ts'
import { number } from '../../kit/format/numbers.ts'
import { builderWords as words } from './builder.messages.ts'

/** What is missing, as a sentence. */
export function sentenceOf(lack: Lack): string {
  if (lack.what === 'badSchedule') return words.lacks.badSchedule(lack.why)
  if (lack.what === 'list') return lack.count === null ? words.lacks.lists : words.lacks.list(number(lack.count))
  if ('place' in lack) return words.lacks[lack.what](partyName(lack.side), lack.place)
  if ('side' in lack) return words.lacks[lack.what](partyName(lack.side))
  if ('path' in lack) return words.lacks[lack.what](lack.path)
  return words.lacks[lack.what]
}

const partyName = (side: Party): string =>
  side.kind === 'enrichment' ? words.whose.enrichment(side.title) : words.whose[side.kind]
