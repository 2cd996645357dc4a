/** What is not read at all: another language, and a schedule that no connector has. */
import { createSpeech, quote, type Speech } from '../speech.ts'
import { isForeignLanguage } from './languages.ts'
import { type Nameable, unknownRhythmIn } from './nicknames.ts'

/** @returns what is said instead of an answer; null where the message can be read. */
export function unreadIn(message: string, connectors: readonly Nameable[]): ReturnType<Speech['told']> | null {
  const speech = createSpeech()
  const rhythm = unknownRhythmIn(message, connectors)
  if (isForeignLanguage(message)) {
    speech.say('I only understand English. Please ask in English, for example:')
    speech.suggest('Is everything ok?', 'Why did records fail today?', 'How many records were delivered today?')
  } else if (rhythm !== null) {
    speech.say('No connector fits ', quote(`“${rhythm}”`), '. Name the connector, or see which ones have a schedule.')
    speech.suggest('Which connectors run on a schedule?', 'When is the next run?', 'List all connectors')
  } else return null
  return speech.told()
}
