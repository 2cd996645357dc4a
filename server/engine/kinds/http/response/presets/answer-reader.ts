/** The reader of the answers of a destination, by its configuration. */
import type { AnswerPreset, AnswerReading } from '#contract/connectors/config/operations/answer-reading.ts'
import { googleBatch } from './google-batch.ts'
import { graphql } from './graphql.ts'
import { hubspotBatch } from './hubspot-batch.ts'
import { elasticsearchBulk, salesforceCollections } from './in-order.ts'
import { ownPaths } from './own-paths.ts'
import type { AnswerReader } from './reader.ts'

const readers: Readonly<Record<Exclude<AnswerPreset, 'plain'>, AnswerReader>> = {
  hubspotBatch,
  salesforceCollections,
  googleBatch,
  graphql,
  elasticsearchBulk,
}

/** @returns `status` where the status alone decides; null where the usual names are recognized. */
export function answerReaderOf(reading: AnswerReading | undefined): AnswerReader | 'status' | null {
  if (reading === undefined) return null
  if (!('preset' in reading)) return ownPaths(reading)
  return reading.preset === 'plain' ? 'status' : readers[reading.preset]
}
