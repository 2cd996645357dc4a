/** How the form changes the reading of a destination's responses. Pure. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AnswerPreset, OwnAnswer } from '#contract/connectors/config/operations/answer-reading.ts'
import { operationOf, withOperation } from './operation.ts'

/** `auto`: usual names are recognized. `own`: by own paths. */
export type AnswerChoice = 'auto' | AnswerPreset | 'own'

export function answerChoiceOf(config: DestinationConfig): AnswerChoice {
  const { answer } = operationOf(config)
  if (answer === undefined) return 'auto'
  return 'preset' in answer ? answer.preset : 'own'
}

/** The own paths; null where another way of reading is selected. */
export function ownAnswerOf(config: DestinationConfig): OwnAnswer | null {
  const { answer } = operationOf(config)
  return answer === undefined || 'preset' in answer ? null : answer
}

export function withAnswer(config: DestinationConfig, choice: AnswerChoice): DestinationConfig {
  const { answer: _, ...operation } = operationOf(config)
  if (choice === 'auto') return withOperation(config, operation)
  const answer = choice === 'own' ? (ownAnswerOf(config) ?? { itemsPath: '' }) : { preset: choice }
  return withOperation(config, { ...operation, answer })
}

export const idPathOf = (config: DestinationConfig): string => operationOf(config).idPath ?? ''

/** Where the id of each record is in the response; empty: none is kept. */
export function withIdPath(config: DestinationConfig, text: string): DestinationConfig {
  const { idPath: _, ...operation } = operationOf(config)
  return withOperation(config, text === '' ? operation : { ...operation, idPath: text })
}

/** Changes one of the own paths. Except for the list, an empty one is not set. */
export function withOwnPath(config: DestinationConfig, name: keyof OwnAnswer, text: string): DestinationConfig {
  const { itemsPath, ...paths }: OwnAnswer = ownAnswerOf(config) ?? { itemsPath: '' }
  if (name === 'itemsPath') return withOperation(config, { ...operationOf(config), answer: { ...paths, itemsPath: text } })
  const { [name]: _, ...others } = paths
  const answer = text === '' ? { ...others, itemsPath } : { ...others, itemsPath, [name]: text }
  return withOperation(config, { ...operationOf(config), answer })
}
