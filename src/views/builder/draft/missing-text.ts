import type { ConfiguredSystem, Lack } from '#src/machines/builder/draft/missing.ts'
import { number } from '../../kit/format/numbers.ts'
import { builderMessages as messages } from './builder.messages.ts'

/** What is missing, as a sentence. */
export function sentenceOf(lack: Lack): string {
  if (lack.what === 'badSchedule' || lack.what === 'badSender') return messages.lacks[lack.what](lack.why)
  if (lack.what === 'list') return lack.count === null ? messages.lacks.lists : messages.lacks.list(number(lack.count))
  if ('place' in lack) return messages.lacks[lack.what](systemName(lack.side), lack.place)
  if (lack.what === 'secret') return messages.lacks.secret(systemName(lack.side), messages.secretNames[lack.secret])
  if ('side' in lack) return messages.lacks[lack.what](systemName(lack.side))
  if ('path' in lack) return messages.lacks[lack.what](lack.path)
  return messages.lacks[lack.what]
}

const systemName = (side: ConfiguredSystem): string =>
  side.kind === 'enrichment' ? messages.whose.enrichment(side.title) : messages.whose[side.kind]
