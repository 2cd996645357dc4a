import { type ConnectionTest, probeEndpoints, type Sample } from '#contract/builder/probe.ts'
import type { DestinationConfig, EnrichmentConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { ProblemError, problem } from '#contract/kit/problem.ts'
import { type Access, call, once } from '../kit/api-client.ts'

type Where = { readonly connectorId: string | null }
type Readable =
  | { readonly side: 'source'; readonly config: SourceConfig }
  | { readonly side: 'enrichment'; readonly config: EnrichmentConfig; readonly record?: unknown }
type Writable = { readonly side: 'destination'; readonly config: DestinationConfig }

const saved = ({ connectorId }: Where) => (connectorId === null ? {} : { connectorId })

/** One request of a source or an enrichment. One try: a person waits for it and sees why it failed. */
export function takeSample(access: Access, probed: Readable, where: Where, signal: AbortSignal): Promise<Sample> {
  return call(probeEndpoints.sample, { access, body: { ...probed, ...saved(where) }, signal, patience: once })
}

/** The text of a document that describes an API. One try, as above. Throws `ProblemError`, also for what the other side did. */
export async function fetchDocument(access: Access, url: string, signal: AbortSignal): Promise<string> {
  const { text, problem: why } = await call(probeEndpoints.document, { access, body: { url }, signal, patience: once })
  if (text === null) throw new ProblemError(why ?? problem('source/unreadable'))
  return text
}

/** Whether a destination answers; nothing is written. One try, as above. */
export function testDestination(access: Access, probed: Writable, where: Where, signal: AbortSignal): Promise<ConnectionTest> {
  return call(probeEndpoints.testConnection, { access, body: { ...probed, ...saved(where) }, signal, patience: once })
}
