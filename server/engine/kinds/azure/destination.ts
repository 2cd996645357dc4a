/** Writes one blob for each delivery. Its name is the delivery's key, so that writing it again writes the same bytes to the same place. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import type { Destination, Outcome, Parcel, Tools } from '../../kit/kind.ts'
import { foreignAnswer } from '../http/response/answer.ts'
import { openContainer } from './container.ts'
import { csvOf } from './csv-text.ts'
import { failedOutcome } from './faults.ts'

const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const

/** Opens the destination of a configuration that was checked. */
export async function openAzureDestination({ azureConfig, auth }: DestinationConfig, tools: Tools): Promise<Destination> {
  if (!azureConfig) throw new TypeError('azureConfig was not checked')
  const { prefix = '', format, delimiter = ',' } = azureConfig
  const container = await openContainer(azureConfig, auth, tools)
  const { masked } = container

  function contentOf(parcel: Parcel): string {
    if (format === 'json') return parcel.body
    if (format === 'ndjson')
      return parcel
        .texts()
        .map((text) => `${text}\n`)
        .join('')
    return csvOf(parcel.texts().map(parseExactly), delimiter)
  }

  const nameOf = ({ key }: Parcel) => `${prefix}${key}.${format}`

  return {
    endpoint: `PUT ${container.address}/${prefix}*.${format}`,
    host: container.origin,
    honoursKeys: () => true,
    deliver: async (parcel, permission): Promise<Outcome> => {
      const content = Buffer.from(contentOf(parcel))
      const blobHTTPHeaders = { blobContentType: contentTypes[format] }
      const name = nameOf(parcel)
      try {
        const { answer } = await container.ask(
          (client) => client.getBlockBlobClient(name).upload(content, content.length, { blobHTTPHeaders }),
          permission,
        )
        return { outcome: 'delivered', answer: foreignAnswer(answer, masked) }
      } catch (thrown) {
        return failedOutcome(thrown, masked)
      }
    },
    preview: (parcel) => ({
      method: 'PUT',
      to: `${container.address}/${nameOf(parcel)}`,
      headers: { 'content-type': contentTypes[format] },
      body: contentOf(parcel),
    }),
  }
}
