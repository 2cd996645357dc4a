/** Writes one blob for each delivery. Its name is the delivery's key, so that writing it again writes the same bytes to the same place. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
import type { Destination, Outcome, Parcel, Tools } from '../../kit/kind.ts'
import { foreignAnswer } from '../http/response/answer.ts'
import { openContainer } from './container.ts'
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

// Records as CSV (RFC 4180): a header of all their fields, in the order in which they first come.

/** What is no text keeps its JSON; what is missing and what is null are empty. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return isRaw(value) ? value.rawJSON : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)

/** A record that is no object stands in the column `value`. */
export function csvOf(records: readonly unknown[], delimiter: string): string {
  const rows = records.map((record) => (isRecord(record) ? record : { value: record }))
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  const quoted = (text: string) =>
    text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const line = (cells: readonly string[]) => {
    const written = cells.map(quoted).join(delimiter)
    // An empty line is no row.
    return `${written === '' ? '""' : written}\r\n`
  }
  const columns = [...names]
  return (
    line(columns) + rows.map((row) => line(columns.map((name) => cellText(Object.hasOwn(row, name) ? row[name] : null)))).join('')
  )
}
