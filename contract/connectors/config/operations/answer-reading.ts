/** How the response of an HTTP destination says what happened to each record. Only responses with a success status are read. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'

/**
 * `plain`: the status alone decides. `hubspotBatch`: `results` and `errors[].context.ids`. `salesforceCollections`: a list of `success` and `errors`.
 * `googleBatch`: parts with a status each, or `insertErrors`. `graphql`: `errors` and lists of user errors. `elasticsearchBulk`: `items` with a status
 * each.
 */
export const answerPresets = [
  'plain',
  'hubspotBatch',
  'salesforceCollections',
  'googleBatch',
  'graphql',
  'elasticsearchBulk',
] as const
export type AnswerPreset = (typeof answerPresets)[number]

const path = (description: string) => Type.String({ maxLength: 256, description })

/** Own paths. Without both members of a match, the list has the records in their order. */
export const OwnAnswer = closed({
  itemsPath: path('Where the list of results is in the response. Empty: the response is the list.'),
  matchAnswer: Type.Optional(path('In a result: the value that names its record.')),
  matchSent: Type.Optional(path('In the record as it is sent: the same value.')),
  okPath: Type.Optional(
    path('In a result: true, a word of success or a status such as 201. Default: a result without an error is one.'),
  ),
  errorPath: Type.Optional(path('In a result: the reason of a failure.')),
})
export type OwnAnswer = Static<typeof OwnAnswer>

export const AnswerReading = Type.Union([closed({ preset: oneOf(...answerPresets) }), OwnAnswer])
export type AnswerReading = Static<typeof AnswerReading>
