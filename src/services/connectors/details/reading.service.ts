import { type ConnectorReading, readingEndpoints } from '#contract/connectors/details/reading.ts'
import { type Access, call } from '../../kit/api-client.ts'

/** ISO 8601; open where an end is undefined: it ends now then, and begins an hour before. */
export type Span = { readonly from: string | undefined; readonly to: string | undefined }

/** All that a page shows of one connector, of one instant. */
export function readReading(
  access: Access,
  { connectorId, from, to }: Span & { readonly connectorId: string },
  signal: AbortSignal,
): Promise<ConnectorReading> {
  const query = { ...(from === undefined ? {} : { startDate: from }), ...(to === undefined ? {} : { endDate: to }) }
  return call(readingEndpoints.read, { access, params: { id: connectorId }, query, signal })
}
